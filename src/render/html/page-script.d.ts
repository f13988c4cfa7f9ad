/** What a page does in a browser. It is written into the page as text, and uses nothing outside of itself. */
export function pageScript(): void;
