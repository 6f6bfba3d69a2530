// @ts-check
// npm run pictures: the README's pictures, from those that UI tests have taken.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./browser.mjs";
import { StepError, exitWith } from "./step.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const taken = join(root, ".screenshots");
const shown = join(root, "docs", "pictures");
const begins = "readme-";
const quality = 0.75;

try {
  const names = (await readdir(taken).catch(() => [])).filter((name) => name.startsWith(begins));
  if (names.length === 0)
    throw new StepError("There are no pictures.", {
      remedy: "npm run test:one -- test/ui/packaged.test.ts, and with transactions.test.ts",
    });
  await mkdir(shown, { recursive: true });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  for (const name of names) {
    const png = await readFile(join(taken, name));
    const webp = await page.evaluate(toWebp, { address: `data:image/png;base64,${png.toString("base64")}`, quality });
    const file = name.slice(begins.length).replace(/png$/, "webp");
    const bytes = Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
    await writeFile(join(shown, file), bytes);
    console.log(`docs/pictures/${file}: ${bytes.length} bytes`);
  }
  await browser.close();
} catch (error) {
  exitWith(error);
}

/** Runs in the page. @param {{ address: string, quality: number }} picture */
async function toWebp({ address, quality }) {
  const { document, Image } = /** @type {any} */ (globalThis);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return /** @type {string} */ (canvas.toDataURL("image/webp", quality));
}
