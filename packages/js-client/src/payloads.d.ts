/** The text with data URLs and long base64 runs replaced by placeholders, and how many there were. */
export function replaceBase64(text: string): [text: string, count: number];
/** Whether nothing but base64 placeholders is left, blanks and punctuation aside. */
export function onlyPlaceholders(text: string): boolean;
