/** The text with every credential replaced by `[redacted:<id>]`, and how many there were. */
export function redact(text: string): [text: string, count: number];
