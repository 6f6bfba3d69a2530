import type { ArgumentNode, ValueNode } from "graphql";
import { getNullableType, isListType, Kind } from "graphql";
import type { DiagnosticData } from "../checks/diagnostic";
import { largestInteger } from "./literals";
import type { DiagnosticRule } from "./diagnosticSink";
import { integerFrom } from "../../wire/integerText";
import { limits } from "../../wire/limits";

/** Arguments of the root fields that ask for more than a node gives, or for nothing that it could give. */
export const rowLimits: DiagnosticRule = (context, sink) => ({
  Argument(node) {
    if (
      !context.getArgument() ||
      context.getDirective() ||
      context.getParentType() !== context.getSchema().getQueryType()
    )
      return;
    const problem = problemOf(node, isListType(getNullableType(context.getInputType())));
    if (problem) sink.add(node.value, problem);
  },
});

function problemOf({ name, value }: ArgumentNode, isList: boolean): DiagnosticData | undefined {
  if (name.value === "range") return isList ? problemOfRange(value) : undefined;
  const given = ["last", "limit"].includes(name.value) ? whole(value) : undefined;
  if (given === undefined) return undefined;
  // A limit below 1 is taken for 1.
  if (given < 1n && name.value === "last") return { code: "under-limit", limit: limits.blocksPerRequest };
  return overLimit(given, false);
}

function problemOfRange(value: ValueNode): DiagnosticData | undefined {
  const ends = value.kind === Kind.LIST ? value.values : [value];
  if (value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return undefined;
  if (ends.length !== 2) return { code: "wrong-range" };
  const [from, to] = ends.map(whole);
  if (from === undefined || to === undefined) return undefined;
  return from > to ? { code: "wrong-range" } : overLimit(to - from + 1n, true);
}

function overLimit(given: bigint, range: boolean): DiagnosticData | undefined {
  if (given <= BigInt(limits.blocksPerRequest) || given > largestInteger) return undefined;
  return { code: "over-limit", given, limit: limits.blocksPerRequest, range };
}

function whole(value: ValueNode): bigint | undefined {
  return value.kind === Kind.INT ? integerFrom(value.value) : undefined;
}
