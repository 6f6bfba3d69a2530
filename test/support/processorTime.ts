/** Milliseconds of processor time that some work takes: what else the machine has to do does not count. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  // The kernel divides what it measured into these two by guess: only their sum can be relied on.
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
