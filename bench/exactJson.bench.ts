import { parseExactJson } from "../src/wire/json/exactJson";
import { medians, report } from "./measure";

/** A provisioners array of about 5 MB, with amounts below or above 2^53. */
function provisioners(amount: string): string {
  const key = "2QL47onvL68iyRE9FQnwHKW2Z1Uvg1QPL7g4d5Ye4LuHEMBGMrqtkcfZzDZKQaGEjYWBU6pmruM6kcPzWccP2wwWbcWYqguBkmxW";
  const one = `{"amount":${amount},"eligibility":4320,"faults":0,"hard_faults":0,"key":"${key}","locked_amt":0,"owner":{"Account":"${key}"},"reward":${amount}}`;
  return `[${Array.from({ length: Math.ceil(5_000_000 / one.length) }, () => one).join(",")}]`;
}

async function compare(what: string, text: string, goal?: string): Promise<void> {
  const contenders = { exact: () => parseExactJson(text), inexact: () => JSON.parse(text) as unknown };
  const times = await medians(contenders, { rounds: 9, calls: 1 });
  const megabytes = text.length / 1_000_000;
  report(`exact JSON, ${what}: time relative to JSON.parse`, times.exact / times.inexact, goal);
  console.log(
    `  ${((megabytes / times.exact) * 1000).toFixed(0)} MB/s, JSON.parse ${((megabytes / times.inexact) * 1000).toFixed(0)} MB/s`,
  );
}

async function run(): Promise<void> {
  await compare("no long integers", provisioners("900719925474099"), "≤ 1.6×");
  await compare("all amounts above 2^53", provisioners("9007199254740993"));
}

void run();
