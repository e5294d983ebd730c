/** The text with every lone surrogate replaced by U+FFFD. */
export function wellFormed(text: string): string;
/** The text within `maxBytes` of UTF-8; what is cut ends with a marker that counts the bytes left out. */
export function cut(text: string, maxBytes: number): string;
/** The text within `maxChars` code points; the last one of a cut text is an ellipsis. */
export function clip(text: string, maxChars: number): string;
/** The first `maxChars` code points of a text, without a mark where it was cut. */
export function head(text: string, maxChars: number): string;
/** How many code points a text has. */
export function countChars(text: string): number;
