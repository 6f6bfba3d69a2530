import fc from "fast-check";

// Loaded first by `npm run fuzz`: properties are tried for as long as its environment says, not a hundred times.
fc.configureGlobal({
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(process.env.CHAINSCOPE_FUZZ_MS),
  markInterruptAsFailure: false,
});
