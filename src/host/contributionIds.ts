/**
 * Every name that package.json and the code share, written once. The manifest test compares both ways.
 */
export const extensionId = "chainscope.chainscope";

export const viewIds = { explorer: "chainscope.explorer" } as const;

/** The last ones are those of documents below `documentFolder`: in them, long values wrap. */
export const languageIds = {
  graphql: "graphql",
  events: "chainscope-events",
  json: "chainscope-json",
  jsonc: "chainscope-jsonc",
  yaml: "chainscope-yaml",
  text: "chainscope-text",
} as const;

/** Scheme of the read-only documents that hold results and schemas, and the folder that their paths begin with. */
export const documentScheme = "chainscope";
export const documentFolder = "/Chainscope";

/** Context keys that `when` clauses read. */
export interface ContextKeys {
  /** The settings have been read. */
  "chainscope.ready": boolean;
  "chainscope.connections": number;
  /** Of those the ones that stand in the settings. */
  "chainscope.savedConnections": number;
  /** The history holds one. */
  "chainscope.calls": boolean;
  /** The workspace holds one. */
  "chainscope.callFiles": boolean;
  "chainscope.tailing": boolean;
  "chainscope.earlierTails": boolean;
  "chainscope.resumableTails": boolean;
  /** The channel holds some. */
  "chainscope.eventLines": boolean;
  "chainscope.rememberedEvents": boolean;
  "chainscope.eventsFiltered": boolean;
  /** Blocks are missing that can be asked for. */
  "chainscope.gaps": boolean;
  "chainscope.canRun": boolean;
  /** The result in front has one. */
  "chainscope.nextPage": boolean;
  /** An older text of a schema is known. */
  "chainscope.schemaChanged": boolean;
  "chainscope.eventsPaused": boolean;
  "chainscope.onlyFinalEvents": boolean;
  "chainscope.recordingEvents": boolean;
  "chainscope.replayingEvents": boolean;
  "chainscope.sandboxRunning": boolean;
  /** There are connections, in a workspace that is trusted. Editors send the clause on, which has to be a single word for that. */
  "chainscope.agentTools": boolean;
}

/** Command → what it may be called with. From the palette a command gets nothing and asks. */
export interface CommandArguments {
  "chainscope.connect": [];
  "chainscope.switchConnection": [];
  "chainscope.useConnection": [node?: unknown];
  "chainscope.openConnection": [node?: unknown];
  "chainscope.disconnect": [node?: unknown];
  "chainscope.editConnection": [node?: unknown];
  "chainscope.testConnection": [node?: unknown];
  "chainscope.duplicateConnection": [node?: unknown];
  "chainscope.removeConnection": [node?: unknown];
  "chainscope.importConnections": [];
  "chainscope.exportConnections": [];
  "chainscope.setSecretHeader": [node?: unknown];
  "chainscope.nameContract": [node?: unknown];
  "chainscope.startSandbox": [];
  "chainscope.stopSandbox": [];
  "chainscope.playStory": [row?: unknown, name?: unknown];
  "chainscope.refresh": [];
  "chainscope.refreshRow": [node?: unknown];
  "chainscope.retry": [node?: unknown];
  "chainscope.copyValue": [node?: unknown];
  "chainscope.copyId": [node?: unknown];
  "chainscope.copyAddress": [node?: unknown];
  "chainscope.copyName": [node?: unknown];
  "chainscope.copyHeight": [node?: unknown];
  "chainscope.copyHash": [node?: unknown];
  "chainscope.copyStake": [node?: unknown];
  "chainscope.copyKey": [node?: unknown];
  "chainscope.copyCurl": [node?: unknown];
  "chainscope.copyLink": [row?: unknown];
  "chainscope.showMore": [node?: unknown];
  "chainscope.openDetails": [node?: unknown];
  "chainscope.openJson": [node?: unknown];
  "chainscope.openBlock": [argument?: unknown];
  "chainscope.openTransaction": [argument?: unknown];
  "chainscope.openContract": [argument?: unknown];
  "chainscope.openAccount": [argument?: unknown];
  "chainscope.sortProvisioners": [node?: unknown];
  "chainscope.filterProvisioners": [node?: unknown];
  "chainscope.clearProvisionerFilter": [node?: unknown];
  "chainscope.copyProvisionersJson": [node?: unknown];
  "chainscope.copyProvisionersCsv": [node?: unknown];
  "chainscope.askPeers": [node?: unknown];
  "chainscope.tellDriverDigest": [node?: unknown];
  "chainscope.priceTransactions": [node?: unknown];
  "chainscope.downloadDriver": [node?: unknown];
  "chainscope.callContract": [node?: unknown];
  "chainscope.openContractPanel": [node?: unknown];
  "chainscope.repeatLastCall": [];
  "chainscope.encodeInput": [node?: unknown];
  "chainscope.decodeBytes": [uri?: unknown];
  "chainscope.callHistory": [];
  "chainscope.runCallFile": [uri?: unknown];
  "chainscope.compareCallFile": [uri?: unknown];
  "chainscope.openCallFile": [uri?: unknown];
  "chainscope.tailEvents": [node?: unknown];
  "chainscope.tailRow": [node?: unknown];
  "chainscope.stopTail": [node?: unknown];
  "chainscope.stopTailRow": [node?: unknown];
  "chainscope.showEvents": [];
  "chainscope.pauseEvents": [];
  "chainscope.resumeEvents": [];
  "chainscope.clearEvents": [];
  "chainscope.filterEvents": [filter?: unknown];
  "chainscope.markEvents": [filter?: unknown];
  "chainscope.showOnlyFinalEvents": [];
  "chainscope.showAllEvents": [];
  "chainscope.openEvent": [argument?: unknown];
  "chainscope.groupEvents": [argument?: unknown];
  "chainscope.exportEvents": [path?: unknown];
  "chainscope.resumeTails": [];
  "chainscope.fillGap": [];
  "chainscope.recordEvents": [path?: unknown];
  "chainscope.stopRecording": [];
  "chainscope.replayEvents": [path?: unknown, speed?: unknown];
  "chainscope.stopReplay": [];
  "chainscope.eventActions": [];
  "chainscope.reloadSchema": [uri?: unknown];
  "chainscope.openSchema": [uri?: unknown];
  "chainscope.schemaChanges": [uri?: unknown];
  "chainscope.pinDocument": [uri?: unknown, name?: unknown];
  "chainscope.insertQuery": [row?: unknown];
  "chainscope.runOperation": [location?: unknown];
  "chainscope.runLive": [location?: unknown];
  "chainscope.stopLive": [location?: unknown];
  "chainscope.editVariables": [location?: unknown];
  "chainscope.saveVariables": [uri?: unknown];
  "chainscope.compareOperation": [location?: unknown];
  "chainscope.copyOperationAs": [place?: unknown];
  "chainscope.nextPage": [uri?: unknown, field?: unknown];
  "chainscope.runWithoutFailed": [uri?: unknown];
  "chainscope.openResultValue": [uri?: unknown, at?: unknown];
  "chainscope.pinResult": [uri?: unknown];
  "chainscope.saveResult": [uri?: unknown];
  "chainscope.openBlob": [argument?: unknown];
  "chainscope.saveBytes": [uri?: unknown, path?: unknown];
  "chainscope.sendRequest": [argument?: unknown];
  "chainscope.runRequestFile": [uri?: unknown];
  "chainscope.repeatRequest": [uri?: unknown];
  "chainscope.saveRequest": [uri?: unknown, path?: unknown];
  "chainscope.transact": [argument?: unknown];
  "chainscope.deployContract": [argument?: unknown, path?: unknown];
  "chainscope.replaceTransaction": [argument?: unknown];
  "chainscope.preverifyTransaction": [argument?: unknown];
  "chainscope.simulateTransaction": [argument?: unknown];
  "chainscope.checkTransaction": [argument?: unknown];
  "chainscope.openFollowed": [argument?: unknown];
  "chainscope.sendTransaction": [argument?: unknown];
  "chainscope.lookForTransaction": [argument?: unknown];
  "chainscope.stopFollowing": [argument?: unknown];
  "chainscope.openTransactionBlock": [argument?: unknown];
  "chainscope.copyTransactionId": [argument?: unknown];
  "chainscope.copyTransactionCurl": [argument?: unknown];
  "chainscope.saveTransaction": [argument?: unknown];
  "chainscope.uploadDriver": [node?: unknown, path?: unknown];
  "chainscope.uploadSignedDriver": [uri?: unknown, signature?: unknown];
  "chainscope.copyDriverDigest": [digest?: unknown];
  "chainscope.prove": [node?: unknown, path?: unknown];
  "chainscope.downloadCrs": [node?: unknown, path?: unknown];
  "chainscope.accountHistory": [argument?: unknown];
  "chainscope.finalizedEvents": [argument?: unknown];
  "chainscope.transactionsByMemo": [argument?: unknown];
  "chainscope.nextArchivePage": [uri?: unknown];
  "chainscope.exportArchive": [uri?: unknown, path?: unknown];
  "chainscope.firstSteps": [];
  "chainscope.reportIssue": [];
  "chainscope.showLog": [];
}
export type CommandId = keyof CommandArguments;
