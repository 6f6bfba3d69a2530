import { textsId, translateWith } from "../base/translate";

// The document brings the display language's texts, and none where that is English.
const texts = document.getElementById(textsId)?.textContent;
translateWith(texts ? (JSON.parse(texts) as Record<string, string>) : undefined);
