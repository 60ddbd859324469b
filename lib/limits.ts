export const DAY_MS = 86_400_000

/** Every limit of the product, in one place. A refusal names the limit it enforces. */
export const LIMITS = {
  titleChars: 500,
  notesChars: 10_000,
  messageChars: 8_000,
  categoryNameChars: 40,
  sessionNameChars: 80,
  blockedReasonChars: 500,
  labelChars: 30,
  labelsPerTask: 10,
  searchChars: 200,
  tasksPerSession: 10_000,
  categoriesPerSession: 50,
  sessionsPerUser: 500,
  templatesPerUser: 50,
  /** Open at once. */
  feedsPerUser: 20,
  queuedMessages: 20,
  commandsPerCall: 50,
  listedTasks: 50,
  searchHits: 30,
  messagesPerPage: 40,
  /** Of what is stored and sent in one page: of the feed, of messages, of what stands of their changes. */
  pageBytes: 2_000_000,
  tasksPerCall: 1_000,
  /** Given to a new board by a program. */
  tasksAtStart: 500,
  revisionsPerPage: 50,
  trashShown: 200,
  /** Of the texts of its tasks, lists and values: a screen is sent all of them. */
  boardBytes: 16_000_000,
  /** A change that adds less is not weighed against it. */
  smallBytes: 1_000,
  listsPerSession: 50,
  listNameChars: 60,
  itemsPerList: 500,
  itemChars: 200,
  itemsPerCall: 100,
  valuesPerSession: 200,
  /** Of the JSON text of one value, and of all of a session together. */
  valueChars: 16_000,
  valuesChars: 256_000,
  valueDepth: 8,
  keyChars: 80,
  /** One year. */
  ttlSeconds: 31_536_000,
  checkpointsPerSession: 50,
  checkpointNameChars: 60,
  instructionsChars: 4_000,
  /** What one place of a template is filled with, and all of them together. */
  filledPlaceChars: 2_000,
  filledChars: 12_000,
  importBytes: 50_000_000,
  /** How long a file is worked on before it is given up; 50 MB take a tenth of it. */
  importMs: 60_000,
  /** Of the arguments of an action: Next's own limit. */
  actionBytes: 1_048_576,
  /** Of what a program sends to a route, uploads apart. */
  bodyBytes: 1_000_000,
  /** Of the JSON text of one message in a file: no run of ours writes as much. */
  importedMessageChars: 10_000_000,
  /** Of one board in a file: as much as 50 MB of honest rows come to. */
  importedMessages: 50_000,
  importedParts: 10_000,
  /** Values of any kind in a whole file. */
  importedEntries: 8_000_000,
  importedRevisions: 100_000,
  /** Of the reply of a revision; what is beyond it is cut. */
  importedReplyChars: 20_000,
  importedChanges: 200_000,
  tokensPerUser: 20,
  tokenNameChars: 60,
  displayNameChars: 80,
  cleanUpDays: 3_650,
  denialChars: 500,
  memoriesPerUser: 500,
  memoryChars: 300,
  /** Of the memories that go into one prompt. */
  memoryContextChars: 2_000,
  memoriesRecalled: 10,
  /** After one reply. */
  memoriesProposed: 3,
  documentsPerUser: 500,
  documentBytes: 1_000_000,
  libraryBytes: 100_000_000,
  documentNameChars: 120,
  tagsPerDocument: 10,
  tagChars: 40,
  /** A passage is what one citation points at. */
  passageChars: 900,
  passagesFound: 6,
  saidFound: 6,
} as const

/** How the agent's work is bounded. Durations in milliseconds. */
export const TURN_LIMITS = {
  steps: 10,
  firstChunkMs: 30_000,
  chunkMs: 30_000,
  totalMs: 180_000,
  /** A model's service that asks to wait longer isn't asked again in the same turn. */
  retryWithinMs: 5_000,
  /** Of the settings page's check of the model. */
  checkMs: 10_000,
  /** Of the proposals after a reply. */
  proposeMs: 20_000,
  leaseMs: 20_000,
  leaseRenewMs: 5_000,
  saveMs: 250,
  historyMessages: 20,
  /** Of one message in the history; what is beyond it is cut, call by call. */
  historyMessageChars: 6_000,
  /** What left the history is stored in the summary once there is so much of it, in messages. */
  foldMessages: 20,
  foldTurns: 200,
  stateChars: 6_000,
  textChars: 64_000,
  /** Of what a model's service sends: one line of it, and all of one answer. */
  answerLineBytes: 1_000_000,
  answerBytes: 32_000_000,
  toolCalls: 60,
  /** Messages as short as this, and as few characters of them times characters of names, take milliseconds. */
  inlineChars: 250,
  inlineWork: 20_000_000,
  /** How long a longer one is worked on; the longest take a tenth of it. */
  understandMs: 5_000,
} as const

/** Of one text that is shown as Markdown; beyond them it is shown as it was written. */
export const MARKDOWN_LIMITS = {
  chars: 16_000,
  lines: 1_000,
  /** Characters that a line's quotes, list items and indent take: none is nested deeper. */
  indent: 100,
  /** What marks quotes and list items, on all lines together. */
  markers: 2_000,
  /** Of all tables together. */
  cells: 5_000,
  /** The length of one word, or the punctuation of one paragraph, where there is but one. */
  lookedBack: 4_000,
} as const

/**
 * Calls a minute: of one user, of one network address, and of all together. Loopback is no address of its own here: it
 * can be one person at this computer, or everybody behind a proxy on it.
 */
export const RATES = {
  users: { address: 30, all: 120 },
  messages: { user: 60, address: 240, all: 1_200 },
  commands: { user: 600, address: 2_400 },
  reads: { user: 600, address: 2_400 },
  /** Tries to open a device link. */
  links: { address: 30, all: 120 },
  /** Each asks the model once. */
  checks: { user: 10 },
  /** Bytes of files to import, an hour: what they leave in the log stays. */
  imports: { user: 500_000_000, address: 2_000_000_000, all: 4_000_000_000 },
  /** Requests to the model's service, several a message; MODEL_CALLS_PER_MINUTE replaces the last. */
  modelCalls: { address: 120, all: 300 },
} as const

/** Wrong access passwords, per address or known device. */
export const PASSWORD_TRIES = {
  free: 5,
  firstWaitMs: 1_000,
  longestWaitMs: 900_000,
  forgetMs: DAY_MS,
  /** So many addresses are kept; then the one that is longest ago is forgotten. */
  addresses: 10_000,
  /** Of all addresses together: so many at once, then one in so long. */
  together: { free: 50, everyMs: 6_000 },
  /** For so long an address that gave the password is not held up by the guesses of others. */
  trustMs: 30 * DAY_MS,
} as const

/** How long rows that only grow are kept, in days. */
export const RETENTION_DAYS = {
  feed: 7,
  receipts: 30,
  deletedSessions: 30,
  trash: 30,
  idleGuests: 30,
} as const
