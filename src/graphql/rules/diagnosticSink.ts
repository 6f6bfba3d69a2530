import type { ASTNode, Source, ValidationContext } from "graphql";
import type { ASTVisitor } from "graphql";
import type { Definition } from "../text/document";
import type { MistakeHelp } from "../checks/closestNames";
import type { Diagnostic, DiagnosticData } from "../checks/diagnostic";

/** A check: what it visits, reporting into a sink instead of making sentences. */
export type DiagnosticRule = (context: ValidationContext, sink: DiagnosticSink) => ASTVisitor;

/** Collects diagnostics about nodes; those about fragments of other files are dropped, they are shown there. */
export class DiagnosticSink {
  readonly diagnostics: Diagnostic[] = [];
  private readonly starts = new Map<Source, number>();

  constructor(
    definitions: readonly Definition[],
    readonly help: MistakeHelp,
  ) {
    for (const { nodes, start } of definitions) {
      for (const { loc } of nodes) if (loc) this.starts.set(loc.source, start);
    }
  }

  /** Adds a diagnostic from the start of `node` to the end of it, or of `last`. */
  add(node: ASTNode, data: DiagnosticData, last: ASTNode = node): void {
    const start = this.offsetOf(node, "start");
    const end = this.offsetOf(last, "end");
    if (start !== undefined && end !== undefined) this.diagnostics.push({ ...data, start, end });
  }

  /** Whether the node is part of the document that is checked. */
  owns(node: ASTNode): boolean {
    return this.offsetOf(node, "start") !== undefined;
  }

  private offsetOf({ loc }: ASTNode, edge: "start" | "end"): number | undefined {
    const base = loc && this.starts.get(loc.source);
    return base === undefined ? undefined : base + loc![edge];
  }
}
