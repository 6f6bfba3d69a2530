import type { ArgumentNode, FieldNode, GraphQLField } from "graphql";
import { Kind, isNonNullType } from "graphql";
import type { DiagnosticRule } from "./diagnosticSink";

/** Arguments of a root field of which a node wants one, though no schema says so. */
export interface ArgumentGroup {
  readonly names: readonly string[];
  /** Whether a node refuses more than one of them. */
  readonly excluding: boolean;
  /** What the first of them can be without knowing anything of the chain. */
  readonly value?: string;
}

const groups: readonly ArgumentGroup[] = [
  { names: ["height", "hash"], excluding: false, value: "-1" },
  { names: ["last", "range"], excluding: true, value: "10" },
  { names: ["sender", "receiver"], excluding: false },
];

/** The group of a root field, if it has all of its arguments and its schema requires none of them. */
export function argumentGroupOf({ args }: GraphQLField<unknown, unknown>): ArgumentGroup | undefined {
  const optional = args.filter(({ type, defaultValue }) => !isNonNullType(type) && defaultValue === undefined);
  return groups.find(({ names }) => names.every((name) => optional.some((argument) => argument.name === name)));
}

/** Root fields without the one argument that a node wants, and those with both of two that exclude each other. */
export const argumentGroups: DiagnosticRule = (context, sink) => ({
  Field(node) {
    const field = context.getFieldDef();
    if (!field || context.getParentType() !== context.getSchema().getQueryType()) return;
    const group = argumentGroupOf(field);
    if (!group) return;
    const { names } = group;
    const given = givenOf(node, names);
    const isMisspelt = node.arguments?.some(({ name }) => field.args.every((known) => known.name !== name.value));
    if (!isMisspelt && given.length === 0)
      sink.add(node.name, { code: "wants-argument", field: node.name.value, names });
    const [, second] = given.filter(({ value }) => value.kind !== Kind.VARIABLE);
    if (group.excluding && second) sink.add(second, { code: "excluding-arguments", names });
  },
});

/** Those that are there and not null; a variable may be. */
function givenOf({ arguments: all = [] }: FieldNode, names: readonly string[]): ArgumentNode[] {
  return all.filter(({ name, value }) => names.includes(name.value) && value.kind !== Kind.NULL);
}
