/** Icons of the five states a connection can be in; each stands beside a word that says the same. */
export const stateIcons = {
  idle: "debug-disconnect",
  connecting: "sync~spin",
  up: "vm-active",
  degraded: "warning",
  failed: "error",
} as const;
