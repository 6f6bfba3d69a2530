import type { Provisioner } from "../../../../client/routes/nodeClient";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import { fieldsOf } from "../../../../wire/json/fields";
import { jsonDocument } from "../../../../wire/json/jsonDocument";

/** By what provisioners can be sorted. */
export type ProvisionerOrder = "stake" | "reward" | "key";

/** Which provisioners are shown, and in which order. */
export interface ProvisionerView {
  readonly by: ProvisionerOrder;
  /** Part of a key or of an owner; empty for all. */
  readonly filter: string;
}

/** The provisioners of a view: the largest amounts first, keys in their own order. The list given is not changed. */
export function viewedProvisioners(all: readonly Provisioner[], { by, filter }: ProvisionerView): Provisioner[] {
  const wanted = filter.trim().toLowerCase();
  const shown = wanted === "" ? [...all] : all.filter((each) => searchText(each).includes(wanted));
  return shown.sort(comparisons[by]);
}

/** The provisioners as they were last viewed: thousands are not sorted again for each page. */
export class ViewedProvisioners {
  private last: { all: readonly Provisioner[]; view: ProvisionerView; shown: readonly Provisioner[] } | undefined;

  of(all: readonly Provisioner[], view: ProvisionerView): readonly Provisioner[] {
    if (this.last?.all !== all || this.last.view !== view) {
      this.last = { all, view, shown: viewedProvisioners(all, view) };
    }
    return this.last.shown;
  }
}

/** All fields of the provisioners as a JSON array, exact. */
export function provisionersJson(list: readonly Provisioner[]): string {
  return jsonDocument(stringifyExactJson(list.map(({ whole }) => whole)));
}

/** The provisioners as CSV (RFC 4180), a column for every field that one of them has; amounts are exact units. */
export function provisionersCsv(list: readonly Provisioner[]): string {
  const rows = list.map(({ whole, odd }) => (odd.some(({ name }) => name === "") ? { value: whole } : fieldsOf(whole)));
  const columns = [...new Set(["key", "amount", "reward", "eligibility", ...rows.flatMap((row) => Object.keys(row))])];
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return [columns.map(cell).join(","), ...lines].join("\r\n") + "\r\n";
}

const comparisons: Record<ProvisionerOrder, (one: Provisioner, other: Provisioner) => number> = {
  stake: (one, other) => descending(one.amount, other.amount),
  reward: (one, other) => descending(one.reward, other.reward),
  key: ({ key: one = "" }, { key: other = "" }) => (one < other ? -1 : one > other ? 1 : 0),
};

/** The largest first; what cannot be read last. */
function descending(one: bigint = -1n, other: bigint = -1n): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

function searchText({ key = "", whole }: Provisioner): string {
  const { owner } = fieldsOf(whole);
  return `${key} ${owner === undefined ? "" : stringifyExactJson(owner)}`.toLowerCase();
}

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : stringifyExactJson(value);
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === "string" && /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
