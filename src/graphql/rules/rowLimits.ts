import type { ValueNode } from "graphql";
import { Kind } from "graphql";
import { largestInteger } from "./literals";
import type { FindingRule } from "./findingSink";
import { integerFrom } from "../../wire/integerText";
import { limits } from "../../wire/limits";

/** Arguments of the root fields that ask for more than a node gives. */
export const rowLimits: FindingRule = (context, sink) => ({
  Argument(node) {
    if (
      !context.getArgument() ||
      context.getDirective() ||
      context.getParentType() !== context.getSchema().getQueryType()
    )
      return;
    const range = node.name.value === "range";
    const given = range
      ? rangeSize(node.value)
      : ["last", "limit"].includes(node.name.value)
        ? whole(node.value)
        : undefined;
    if (given === undefined || given <= BigInt(limits.blocksPerRequest) || given > largestInteger) return;
    sink.add(node.value, { code: "over-limit", given, limit: limits.blocksPerRequest, range });
  },
});

function rangeSize(value: ValueNode): bigint | undefined {
  if (value.kind !== Kind.LIST || value.values.length !== 2) return undefined;
  const [from, to] = value.values.map(whole);
  return from === undefined || to === undefined ? undefined : to - from + 1n;
}

function whole(value: ValueNode): bigint | undefined {
  return value.kind === Kind.INT ? integerFrom(value.value) : undefined;
}
