// Loaded before the tests of a process: a rejection that no one handles fails the test that runs, which mocha lets pass.
process.on("unhandledRejection", (reason) => {
  throw reason;
});
