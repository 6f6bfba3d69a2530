/** Something to say about a range of a document: offsets in UTF-16 code units, at least one wide. */
export type Diagnostic = { readonly start: number; readonly end: number } & DiagnosticData;

/** Names that are close to a wrong one, best first, and known schemas of other nodes that have the wrong one. */
export interface Alternatives {
  readonly closest: readonly string[];
  readonly offeredBy: readonly string[];
}

export type DiagnosticData =
  | { readonly code: "syntax"; readonly message: string }
  | { readonly code: "unclosed"; readonly bracket: string }
  | { readonly code: "too-deep"; readonly limit: number }
  | { readonly code: "unchecked"; readonly message: string }
  | { readonly code: "unread" }
  | ({ readonly code: "unknown-field"; readonly field: string; readonly type: string } & Alternatives)
  | ({ readonly code: "unknown-type"; readonly type: string } & Alternatives)
  | ({ readonly code: "unknown-argument"; readonly argument: string; readonly of: string } & Alternatives)
  | ({ readonly code: "unknown-input-field"; readonly field: string; readonly type: string } & Alternatives)
  | ({ readonly code: "unknown-enum-value"; readonly value: string; readonly type: string } & Alternatives)
  | ({ readonly code: "unknown-directive"; readonly directive: string } & Alternatives)
  | ({ readonly code: "unknown-fragment"; readonly fragment: string } & Alternatives)
  | {
      readonly code: "ambiguous-fragment";
      readonly fragment: string;
      /** The file whose definition is taken, then the others. */
      readonly files: readonly string[];
    }
  | { readonly code: "unknown-connection"; readonly name: string }
  | { readonly code: "unknown-operation-type"; readonly operation: string }
  | { readonly code: "missing-argument"; readonly argument: string; readonly of: string; readonly type: string }
  | { readonly code: "missing-input-field"; readonly field: string; readonly of: string; readonly type: string }
  | { readonly code: "missing-selection"; readonly field: string; readonly type: string }
  | { readonly code: "needless-selection"; readonly field: string; readonly type: string }
  | { readonly code: "wrong-value"; readonly value: string; readonly type: string }
  | { readonly code: "integer-out-of-range"; readonly value: string }
  | {
      readonly code: "wrong-variable-type";
      readonly variable: string;
      readonly type: string;
      readonly expected: string;
    }
  | {
      readonly code: "int-for-float";
      readonly variable: string;
      readonly type: string;
      readonly expected: string;
      /** The type to declare it as, if that fits wherever it is used. */
      readonly better?: string;
    }
  | {
      readonly code: "undeclared-variable";
      readonly variable: string;
      readonly operation?: string;
      readonly type?: string;
    }
  | { readonly code: "unused-variable"; readonly variable: string }
  | { readonly code: "unused-fragment"; readonly fragment: string }
  | { readonly code: "deprecated"; readonly name: string; readonly reason: string }
  | { readonly code: "over-limit"; readonly given: bigint; readonly limit: number; readonly range: boolean }
  | { readonly code: "under-limit"; readonly limit: number }
  | { readonly code: "wrong-range" }
  | { readonly code: "wants-argument"; readonly field: string; readonly names: readonly string[] }
  | { readonly code: "excluding-arguments"; readonly names: readonly string[] }
  | { readonly code: "invalid"; readonly rule: string; readonly message: string };

export type DiagnosticCode = DiagnosticData["code"];
export type Severity = "error" | "warning" | "hint";

/** How loud a diagnostic is; hints are shown faded or struck through only. */
export function severityOf({ code }: Diagnostic): Severity {
  return quieter[code] ?? "error";
}

const quieter: Partial<Record<DiagnosticCode, Severity>> = {
  "integer-out-of-range": "warning",
  "unknown-connection": "warning",
  "ambiguous-fragment": "warning",
  "int-for-float": "warning",
  "over-limit": "warning",
  "under-limit": "warning",
  "wrong-range": "warning",
  "wants-argument": "warning",
  "excluding-arguments": "warning",
  unchecked: "warning",
  unread: "warning",
  "unused-variable": "warning",
  "unused-fragment": "hint",
  deprecated: "hint",
};
