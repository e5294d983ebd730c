/** The members of a recall hit that the block shows. */
export interface RecallItem {
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly kind: string;
  readonly created_at: string;
  readonly snippet: string;
}
export type StripReason = "host" | "private" | "recalled";
/** The block for a prompt, within `maxChars` code points, or an empty string when nothing fits. */
export function wrap(items: readonly RecallItem[], maxChars: number): string;
/** The block around a brief in running text, within `maxChars` code points, or an empty string. */
export function wrapText(text: string, maxChars: number): string;
/** The text without control characters and without what could be read as a tag, plain or escaped. */
export function neutralise(text: string): string;
/** The text without recalled, private and host-made passages, and what kinds were removed. */
export function strip(text: string): [text: string, reasons: StripReason[]];
