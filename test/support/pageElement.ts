/** The part of a DOM element that tests read inside the page; the DOM's own types would leak into every file. */
export interface PageElement {
  readonly textContent: string | null;
  readonly tagName: string;
  readonly parentElement: PageElement | null;
  readonly style: { top: string };
  readonly classList: { contains(name: string): boolean };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement>;
}
