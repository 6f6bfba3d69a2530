import type { Frame } from "playwright-core";

/**
 * How each text of a page of ours stands out from the editor's background, from 1 to 21 as WCAG 2.2 counts it: 4.5 is
 * enough for any text.
 */
export async function contrasts(frame: Frame, selector: string): Promise<{ text: string; contrast: number }[]> {
  const seen = await frame.evaluate<{ text: string; colours: string[] }[]>(`(() => {
    const ground = document.body.appendChild(document.createElement("i"));
    ground.style.backgroundColor = "var(--vscode-editor-background)";
    const { backgroundColor } = getComputedStyle(ground);
    ground.remove();
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => element.checkVisibility() && element.textContent.trim() !== "")
      .map((element) => ({ text: element.textContent.trim(), colours: [getComputedStyle(element).color, backgroundColor] }));
  })()`);
  return seen.map(({ text, colours }) => {
    const [dark = 0, light = 0] = colours.map(luminance).sort((one, other) => one - other);
    return { text, contrast: (light + 0.05) / (dark + 0.05) };
  });
}

/** Of a colour such as `rgb(1, 2, 3)`, from 0 for black to 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].map(([digits]) => {
    const part = Number(digits) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
