// Generated: do not edit, your change would be lost.
// By   templates/js-client/schemas.d.ts.jinja
// Edit those and run `nox -s generate`.
export interface CheckedSchema {
  readonly ref?: string;
  readonly type?: string;
  readonly enum?: ReadonlyArray<string>;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: CheckedSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: { readonly [name: string]: CheckedSchema };
  readonly required?: ReadonlyArray<string>;
  readonly additionalProperties?: false;
}

export declare const SCHEMAS: { readonly [shape: string]: CheckedSchema };
export declare const REQUESTS: { readonly [operation: string]: string };
export declare const REPLIES: { readonly [operation: string]: string };
