/** Where in a JSON value something is: keys of objects and indices of arrays from the root. */
export type JsonPath = readonly (string | number)[];

/** A path as text: `$`, `$[1]`, `$.items[0]["odd key"]`. */
export function jsonPathText(path: JsonPath): string {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return `$${steps.join("")}`;
}

/** A path below the root as people say it: `items[0].name`. */
export function placeText(path: JsonPath): string {
  return jsonPathText(path).replace(/^\$\.?/, "");
}

/** Whether `path` is `ancestor` or lies below it. */
export function isWithin(path: JsonPath, ancestor: JsonPath): boolean {
  return ancestor.every((step, index) => path[index] === step);
}
