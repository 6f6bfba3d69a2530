const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * How much of what is not ours (a node, a contract, a file, a page, a person's keyboard) is taken, kept and shown. Each
 * bound has its reason; what lies beyond one is said where it is met, never dropped in silence. Nothing else in the
 * source has a bound of its own for such things.
 */
export const limits = {
  /**
   * Bytes of a request's body that a node takes, by route (field notes, "Limits"; §8 names none). What is longer is
   * refused before it is sent, since a node may close the connection in the middle of it. A longer driver is not fetched.
   */
  requestBytes: { graphql: 256 * kibibyte, call: 3 * mebibyte, transaction: 3 * mebibyte, driver: 2 * mebibyte },
  /** Blocks, transactions or events that a node gives for one GraphQL request (field notes, `/graphql`). */
  blocksPerRequest: 200,
  /** Characters of a schema's description that are shown, and levels of its lists; the longest have some hundreds. */
  descriptionCharacters: 10_000,
  descriptionLevels: 3,
  /** Characters of a GraphQL result in which values are looked for that can be opened, and those with a lens each. */
  resultValueCharacters: mebibyte,
  resultValueLenses: 200,
  /** Characters of a variable of the legacy GraphQL route: servers take some more of all headers together. */
  headerCharacters: 8 * kibibyte,
  /** Bytes of an answer that is read as a whole; the largest that are known have some mebibytes. */
  responseBytes: 64 * mebibyte,
  /** Compressions of an answer that are undone one after the other: each may multiply what the one before gave. */
  responseEncodings: 2,
  /** Bytes that are kept of the body of a failure; a node's own words are a line or two. */
  failedResponseBytes: 64 * kibibyte,
  /** Bytes that are read of it at most: so much more is cheaper than to connect again, an endless one is not. */
  failedResponseReadBytes: mebibyte,
  /** Bytes of a file of certificates; all that are usually trusted have some hundred KiB. */
  certificateBytes: mebibyte,

  /** Characters of pasted bytes: five for each byte of the longest call, as a dump of it takes. */
  pastedCharacters: 16 * mebibyte,
  /** Bytes of one event's message, unless a connection says otherwise; the largest that are known have some 100 KiB. */
  eventBytes: 16 * mebibyte,
  /** Bytes of an event's message that a connection may allow at most: all that are remembered have as many together. */
  mostEventBytes: 64 * mebibyte,
  rememberedEventBytes: 64 * mebibyte,
  /** Bytes that a message's header may claim to have, and of one that is remembered to know the next like it by. */
  eventHeaderBytes: 64 * kibibyte,
  knownHeaderBytes: kibibyte,
  /** Headers of one length that are remembered: such as those of one event's name of several contracts. */
  knownHeaders: 8,
  /** Characters of a hash or key that others give; the longest of the interface has 192. */
  idCharacters: 256,
  /** Topics that are remembered of one contract, and contracts of a node with such; usual ones have some ten. */
  topicsOfContract: 500,
  contractsWithTopics: 500,
  /** Names of events that a person gave: contracts with such, and names of one of them, that a workspace remembers. */
  namedTopics: { contracts: 100, names: 50 },
  /** Names of events that complete a typed target; who sees more types on. */
  completedTopics: 50,
  /** Names that are offered where a call file is written; of more, others come as someone types on. */
  completedNames: 1000,
  /** Letters of a word that another may have been meant by: a longer one is no one's slip of the finger. */
  likenedLetters: 40,
  /** Layers of a reason that are taken off; nodes wrap one four times at most. */
  reasonLayers: 8,
  /** What is remembered of blocks until they are final: blocks, their transactions, and events in all. */
  joined: { blocks: 256, transactions: 100_000, events: 100_000, waitingBytes: 64 * mebibyte },
  /** Blocks whose heights and hashes are known until they are final; a chain has some ten of them. */
  unfinalBlocks: 1000,
  /** Events about blocks that wait until the node has said on which chain it is. */
  heldNews: 256,
  /** Transactions whose lives are remembered, so that a removal can be told from a loss. */
  transactionLives: 10_000,
  /** What a node is asked for at a time because no event told it. */
  lookedUp: {
    /** Heights of blocks that were only named. */
    heights: 20,
    /** Causes of events, of those that are looked at: one leads to the whole of its block. */
    causes: 10,
    waitingCauses: 1000,
    /** Transactions that have been in the mempool for too long. */
    transactions: 20,
    /** Tries, when the node turns out to be on another chain meanwhile. */
    tries: 3,
  },
  /**
   * Transactions that are followed on one connection, and of those that are settled the ones that are remembered; steps
   * of one; bytes of its memo or arguments that are kept; transactions that a node is asked for at a time; events that are kept while it
   is not known whose they are, which is for a moment.
   */
  followed: { transactions: 1000, remembered: 50, steps: 60, bytes: 4 * kibibyte, askedAtOnce: 20, unclaimed: 200 },
  /** Events that a call file may expect, and the blocks in which they must come: more than anyone writes or waits for. */
  expectedEvents: { count: 100, blocks: 1000 },
  /** Events of a call file's transaction that are kept, and how long that is waited for: a block takes some seconds. */
  witnessed: { events: 1000, ms: 600_000 },
  /**
   * What a signer may print: the longest transaction as hex in JSON; a signature, of which headers have room for so much;
   * and what of its words for a failure is kept.
   */
  signer: { outputBytes: 8 * mebibyte, signatureCharacters: 1024, errorBytes: 4 * kibibyte },
  /** Events that wait for their line and are decoded for it, and their bytes; a line shows some hundred characters. */
  unshownEvents: 5000,
  unshownBytes: 64 * mebibyte,
  /** Events that wait for the filter, and that are shown after a pause: as many as someone scrolls through. */
  unfilteredEvents: 4000,
  heldEvents: 2000,
  /** Events of which is known that the filter hides them, for what is said of them when their block is final. */
  hiddenEvents: 100_000,
  /** Bytes of events that wait for the disk, and how many may wait before they are written without their values. */
  unwrittenBytes: 128 * mebibyte,
  undecodedEvents: 1024,
  /** Characters of a value that are remembered with its event; a longer one is decoded again when someone looks. */
  decodedCharacters: 1000,
  /** One row of the events' channel: what fits beside the columns before it, on a screen as most have. */
  summary: {
    /** Characters of a text that is not shortened, and of the words for a failure. */
    textCharacters: 40,
    failureCharacters: 50,
    /** Fields of a value that is told in words, and their characters; a deeper or longer one stays JSON. */
    parts: 6,
    characters: 120,
    /** Characters in which texts are looked for to be shortened. */
    searchedCharacters: 16 * kibibyte,
    /** Bytes of data that is read as a whole for its row; blocks of thousands of transactions have as many. */
    readBytes: 256 * kibibyte,
    /** Characters of longer data. */
    excerptCharacters: 20,
    /**
     * Bytes of what a function is called with that are decoded for a row, how many of those are kept, and characters of
     * a row's text in which it has room.
     */
    inputBytes: 1024,
    inputs: 500,
    callCharacters: 96,
    /** Characters of the hex of what could not be decoded, and of the reason. */
    hexCharacters: 24,
    problemCharacters: 160,
  },
  /** What documents and lists show of the remembered events: what someone looks through, and a node can be asked. */
  listed: {
    /** Rows of a table, its columns for fields, and events that are decoded for a document. */
    rows: 5000,
    fields: 40,
    decoded: 500,
    /** Transactions with their events, and those of them whose outcome the node is asked for. */
    transactions: 500,
    outcomes: 50,
    /** Events to choose one from, and events of a reverted block that are struck out one by one. */
    choices: 200,
    struck: 50,
    /** Bytes of an event as hex. */
    dumpBytes: 16 * kibibyte,
  },
  /** Gaps that are remembered to be filled, and blocks of one that are asked for at once; the rest is left for later. */
  gaps: 20,
  gapBlocks: 1000,
  /** Bytes of a line of a file of events; the longest message of a node is far below it. */
  recordedLineBytes: 32 * mebibyte,
  /** Bytes of a file of events that is not on this machine, and is copied here to be replayed. */
  copiedRecordingBytes: 512 * mebibyte,
  /** Lines of a file that cannot be read and are told one by one; the rest is counted. */
  unreadableLines: 5,
  /** Characters of a text in which ids of contracts are looked for while someone types, and how many are marked. */
  searchedCharacters: 300_000,
  mentions: 100,
  /** A look at all that a node does: one question, all of them, and what is kept and shown of an answer. */
  examined: {
    questionMs: 10_000,
    wholeMs: 60_000,
    /** Time for two blocks to come, where events are listened to, and events that are kept of them. */
    listenMs: 25_000,
    heardEvents: 2000,
    /** The longest answer that is asked for lists some hundred provisioners. */
    responseBytes: 4 * mebibyte,
    /** Of those, what is read as JSON: info, metadata, prices. */
    readBytes: 256 * kibibyte,
    shownCharacters: 200,
  },
  /** Characters of a filter of events; a person types one line. */
  filterCharacters: 2000,
  /** A regular expression that a person types, or that a link brings: each event is searched on everybody's thread. */
  pattern: {
    characters: 1000,
    /** Steps of its program, after repetitions are written out; usual ones have some ten. */
    steps: 300,
    /** Steps times characters of one search. At their worst a million take some hundred milliseconds. */
    work: 2 * mebibyte,
    /** Milliseconds after which a search was slow, and how many of them end the expression's use. */
    slowMs: 50,
    slowTimes: 3,
  },

  /** Characters of one item of a streamed output, or of what comes before the first: they are kept until it is whole. */
  streamedItemCharacters: 32 * mebibyte,
  /**
   * Outputs of a streaming call that are kept to be copied, saved and compared, and their characters: what a person can
   * have meant to keep, and the memory of the extension host. Of more only the last ones stay, or the first bytes.
   */
  streamedItems: 1_000_000,
  streamedCharacters: 64 * mebibyte,
  /** Of those the last ones that are sent to the contract page. */
  shownItems: 2000,
  shownItemCharacters: 2 * mebibyte,
  /** Results of remembered calls: in the workspace's memory, which is read and written as a whole, or else in a file. */
  remembered: {
    calls: 200,
    /** Characters of one result, and of all calls together, in the workspace's memory. */
    inlineCharacters: 8 * kibibyte,
    characters: mebibyte,
    /** Characters that stand for a result in the memory when it is longer; a person recognises it by them. */
    beginningCharacters: 1000,
    /** Characters of a result that is written to a file, and bytes of all files; the oldest go first. */
    fileCharacters: 64 * mebibyte,
    fileBytes: 256 * mebibyte,
  },
  /** Places where two results differ, and changes of a watched call, that are listed: more tell a person nothing new. */
  differences: 200,
  changes: 200,
  /** Characters of a value before and after, in the list of changes. */
  changeCharacters: 2000,
  /** A contract's schema (§4.8), which anyone who deploys a contract can have written. */
  contractSchema: {
    characters: 8 * mebibyte,
    /** Functions, events or types. */
    entries: 5000,
    docCharacters: 10_000,
    typeCharacters: 4096,
    /** Levels of a type, which is read by recursion, and of a place that a driver names. */
    levels: 64,
  },
  /** The form of a call, whatever a schema claims; what is beyond is written as JSON. */
  form: {
    fields: 400,
    levels: 24,
    /** Items of a fixed array that are drawn one by one. */
    arrayItems: 64,
    /** Problems of an input that are located: the rest would only hide these. */
    problems: 50,
    /** Parts of an example, and bytes of one of them. */
    exampleParts: 1000,
    exampleBytes: 4096,
    /**
     * A type of which only the name is known: inputs of recent transactions that its driver is asked about, and zero
     * bytes that it is asked about one length after the other; beyond `zeroBytes` only lengths that are whole words.
     */
    exampleTransactions: 5,
    zeroBytes: 96,
    mostZeroBytes: 256,
    zeroQuestions: 8,
  },
  /** What was learned of the types of contracts from values; the workspace's memory is written as a whole. */
  learned: { contracts: 50, characters: mebibyte, samples: 3, sampleCharacters: 4096, levels: 24 },
  /** The contract page: what a browser draws at once, and the inputs that it keeps, with their characters. */
  page: {
    picks: 300,
    items: 1000,
    blobCharacters: 100_000,
    /** Coloured and plain parts of a text; beyond them it is plain. */
    colouredParts: 10_000,
    textCharacters: 200_000,
    inputs: 30,
    inputCharacters: 512 * kibibyte,
  },
  /** Contracts that are remembered from events and transactions, to be offered in the tree. */
  seenContracts: 500,

  /** Digits of an integer: a 256-bit one has 78, and reading or printing digits takes more than linear time. */
  integerDigits: 1000,
  /** Levels of JSON text of more than some hundred thousand characters, which is read in steps. */
  largeJsonLevels: 1000,
  /** Levels of a JSON value that are indented; below them it stands on one line, or its blanks would outgrow it. */
  indentedLevels: 50,
  /**
   * Rows below one row of a tree until more are wanted, and how many times as many are there at once: an editor draws
   * hundreds at once, thousands are felt.
   */
  treeRows: 500,
  treePages: 4,
  /** Characters of a document that is shown: an editor refuses 50 MB, and is no pleasure long before. */
  documentCharacters: 20 * mebibyte,
  /** Documents that were closed and can be gone back to; together they have as many characters as one that is shown. */
  closedDocuments: 50,
  /** Links of one document: each is a range that the editor keeps. */
  documentLinks: 2000,
  /** Characters of a live result whose changes are marked: they are looked for while someone types. */
  markedCharacters: mebibyte,
  /** Files of a workspace that are looked through, and bytes of one, and of any other text that is read: more is data. */
  workspace: { queryFiles: 5000, queryFileBytes: 512 * kibibyte, callFiles: 1000, fileBytes: 8 * mebibyte },
  /** Blocks that are listed at most because one of them is opened, while newer ones come. */
  openedBlocks: 200,
  /** Bytes of a memo that are looked at as a text: a longer one is no line that someone wrote. */
  memoBytes: 4096,
  /** Characters of a program that is looked through for GraphQL in its templates, tags, templates, characters of one. */
  programCharacters: 2 * mebibyte,
  programTags: 10_000,
  programTemplates: 500,
  templateCharacters: 128 * kibibyte,
  /** Lines of one edit of a program that are looked at one by one. */
  programEditLines: 200,
  /** Characters of someone else's words in a message, a label or a box; a line on a screen shows far fewer. */
  wordsCharacters: 500,
  /** Characters of a tab's title, or of a name in the status bar: places that are shared with others. */
  titleCharacters: 100,

  /** Characters of a link into the window, which comes from anywhere, and of a name, id or address in it. */
  links: { characters: 32 * kibibyte, partCharacters: 300 },
  /**
   * What a language model is answered, which has to read it all, and what it may give as one text; events of one answer,
   * bytes of one that its driver is asked about for that, and the time of the whole.
   */
  agents: {
    answerBytes: 8 * kibibyte,
    titleCharacters: 300,
    inputCharacters: 256 * kibibyte,
    events: 50,
    decodedBytes: 16 * kibibyte,
    mostMs: 30_000,
  },

  /** Brackets within brackets of a GraphQL text; beyond, the recursion of its libraries could exhaust the stack. */
  graphqlLevels: 200,
  /** Tokens of a GraphQL document whose fields are compared with each other: that takes more than linear time. */
  comparedTokens: 20_000,
  /** Pairs of fields of one name in such a document: each may be a conflict; and how many conflicts are told. */
  comparedPairs: 200_000,
  fieldConflicts: 100,
  /** Mistakes of a GraphQL document that help is looked for with: near names, the type of a variable. Each takes long. */
  helpedMistakes: 50,
  /** Suggestions of one list: more are looked through by typing on, and each is sent to the window. */
  completions: 300,
  /** Documents whose variables are remembered. */
  rememberedVariables: 200,
  /** Characters of a node's GraphQL schema: a hundred times those of the largest that is known. */
  schemaCharacters: 16 * mebibyte,
  /** Problems of a schema that are told; one that has more is not put right by hand. */
  schemaProblems: 100,
  /** Characters of a definition of a schema that is repaired when it does not parse; it is read many times for that. */
  repairedDefinitionCharacters: 512 * kibibyte,
  /**
   * What is looked at in such a definition: characters of its head, lines for a better place to go on at, readings of one
   * token, levels of a member's type and default. What people write stays far below each.
   */
  repaired: { headCharacters: 10_000, lines: 200, readings: 12, levels: 50 },

  /** A contract's driver that is run here (§4.7): anyone who deploys a contract can have written it. */
  driver: {
    /** Elements of its one table; a compiler needs one for each function that is called through a pointer. */
    tableElements: 10_000,
    /** What its module exports: eleven things are called, and a hundred thousand would each become an object. */
    exports: 1000,
    /** Bytes of memory that it begins with, and that it may come to. An event is read into it with its JSON text. */
    firstMemoryBytes: 16 * mebibyte,
    memoryBytes: 64 * mebibyte,
    /** Bytes of memory that all drivers together keep for their next events; the one idle longest begins again. */
    keptMemoryBytes: 128 * mebibyte,
    /** Bytes of all modules together; usual ones have some hundred kilobytes. */
    modulesBytes: 16 * mebibyte,
    /** Bytes of the JavaScript heap of the drivers' process, and how much the whole of it may grow. */
    heapBytes: 128 * mebibyte,
    processBytes: 512 * mebibyte,
    /** Bytes of an event's JSON text: the memory, and the time of reading it, are those of the extension host. */
    responseBytes: mebibyte,
    /** Bytes of its words for a failure, and characters of what its process says at its end; a person reads a line. */
    errorBytes: 4 * kibibyte,
    lastCharacters: 2000,
    /** Modules that are remembered as not to be run again. */
    blamed: 1000,
    /** Bytes of the JSON texts that one driver, and all of them, may send to the extension host in a second. */
    secondBytes: 8 * mebibyte,
    secondBytesOfAll: 16 * mebibyte,
    /** Events in one message, and the bytes of their data unless there is one event only. */
    batchEvents: 256,
    batchBytes: mebibyte,
    /** Events of a contract that wait for its driver, as many as wait for their line, and the bytes of their data. */
    waitingEvents: 5000,
    waitingBytes: 16 * mebibyte,
    /** Milliseconds of one event, or of compiling a module; and of a turn, after which it is someone else's. */
    eventMs: 1000,
    turnMs: 50,
    /** Contracts of a node whose drivers are fetched, and events of a contract whose failures are counted. */
    contracts: 64,
    failingEvents: 100,
  },
} as const;
