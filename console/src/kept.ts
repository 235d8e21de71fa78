/** What the browser keeps of this reader's choices; where it keeps nothing, they last as long as the page. */

const unkept = new Map<string, string>();

/** Undefined where nothing was kept. A browser may be told to keep nothing, and then says so by an error. */
export function readKept(place: string): string | undefined {
  try {
    return localStorage.getItem(place) ?? unkept.get(place);
  } catch {
    return unkept.get(place);
  }
}

export function keep(place: string, text: string): void {
  unkept.delete(place);
  try {
    localStorage.setItem(place, text);
  } catch {
    unkept.set(place, text);
  }
}
