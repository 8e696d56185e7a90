const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every number that the service holds clients or itself to (Spec 8). A limit stands here once;
 * what refuses, what documents and what tests read it from here.
 */
export const LIMITS = {
  // Answers.
  /** More than this helps nobody, and an answer must not grow with what is wrong. */
  fieldProblems: 50,

  // Lists and search.
  pageSizeDefault: 25,
  pageSizeMax: 100,
  /** How long a walk through a list may last: what it goes by is kept that long and an hour more. */
  walkLifetimeSeconds: DAY,
  /** A 304 leaves a client with a walk that began at most this long ago, so that it can be ended. */
  walkRenewalSeconds: 15 * MINUTE,
  /** Longer than any title; more only makes a search slower, not better. */
  searchTextCharacters: 200,
  /** A plan of more mods than a large modpack holds is a mistake or an attack. */
  planSelectors: 500,
  /** By the clock, for all solver runs of a request and their wait for a thread (decisions, Plans). */
  planSolverSeconds: 2,
  /** Solver runs at one time in a process. */
  planThreads: 2,
  /** Solver runs that wait for a thread; a later one would not get it in time. */
  planRunsWaiting: 16,
  /** Of one actor, who has at most one run in a thread: a mod manager asks for a few plans at once. */
  planRunsWaitingOfOne: 3,
  /** The thread time of one actor in a minute: five runs to their end, or hundreds of usual plans. */
  planThreadSecondsPerMinute: 10,
  /** The JavaScript heap of one solver thread: three times what the limits below fill. */
  planThreadHeapMib: 256,
  /** Mods that a plan may come to ask for. A large modpack with its libraries holds 600. */
  planMods: 2_000,
  /** Files of these mods that fit the request: fifty versions each. */
  planFiles: 100_000,
  /** Dependencies of these files. */
  planDependencies: 100_000,
  /** Dependencies of the chosen files, which the plan shows. */
  planConstraints: 10_000,
  /** The files of a large installation, asked about in one request. */
  lookupItems: 1_000,
  /** Files of the same bytes that a lookup names: usually there is one, and no answer may grow without end. */
  lookupMatches: 5,

  // Texts of a mod. Localized texts are limited for each language.
  /** More than any catalog is translated into. */
  languagesPerText: 50,
  /** Fits into one line of a list. */
  titleCharacters: 120,
  /** A label in an address; DNS labels end here as well. */
  slugCharacters: 63,
  /** Two lines below a title. */
  summaryCharacters: 300,
  /** About thirty printed pages; three languages of it fit into one request body. */
  descriptionCharacters: 60_000,
  /** About ten printed pages for one release. */
  changelogCharacters: 20_000,
  /** The longest SPDX expressions in use stay well below. */
  licenseCharacters: 100,
  /** What browsers and proxies agree to carry. */
  urlCharacters: 2_048,
  /** More would only be noise in the filters. */
  categoriesPerMod: 10,

  // Texts and lists of a version and its files.
  versionStringCharacters: 80,
  /** A short name for people, such as a file's label or a dependency's note. */
  labelCharacters: 120,
  /** What file systems take as one name, counted in characters. */
  filenameCharacters: 255,
  /** Game versions or loaders of one version: above this a range was meant. */
  keysPerVersion: 200,
  dependenciesPerVersion: 200,
  requirementsBytes: 16 * KIB,
  buildMetadataBytes: 16 * KIB,
  /** Holds a manifest of some ten thousand files. */
  archiveManifestBytes: MIB,

  // Images.
  imageBytes: 20 * MIB,
  imagePixels: 40_000_000,
  /** The longer side of what is kept of a picture: what fills a 4K screen. */
  imageSidePixels: 3_840,
  /** A gallery that somebody still looks through. */
  mediaPerMod: 50,
  /** Places in a gallery, with room to put a picture between two others. */
  mediaPosition: 9_999,
  /** Each may hold some 350 MB while it is decoded: 40 megapixels, and what becomes of them. */
  picturesAtOnce: 2,
  /** Whoever comes later would wait for longer than the lease of a key. */
  picturesWaiting: 8,
  /** How long a picture's bytes stay after they were last asked for and nothing refers to them. */
  unusedMediaSeconds: HOUR,
  /** The alternative text of an image: a sentence or two. */
  altTextCharacters: 300,

  // Uploads.
  archiveBytes: 20 * GIB,
  /** Entries of one archive; a manifest cannot name more either. */
  archiveEntries: 50_000,
  /** The largest file that one PUT takes; above it there are parts. */
  singleUploadBytes: 100 * MIB,
  partSizeBytes: 16 * MIB,
  /** Of one session: parts whose addresses live and that the store does not confirm yet. */
  partConcurrency: 4,
  signedPartsPerRequest: 4,
  /** The byte bucket of one user's open and recent uploads, whatever tokens reserve them. */
  uploadBucketBytes: 24 * GIB,
  /** Of all users of one OAuth application together: as many as its other buckets have room for. */
  uploadBucketClientBytes: 20 * 24 * GIB,
  uploadBucketWindowSeconds: DAY,
  uploadActivitySeconds: 48 * HOUR,
  /** Of the URL of a part, and of a single PUT. */
  signedUploadLifetimeSeconds: 15 * MINUTE,
  /** How long staged bytes stay at least after a session ended, so that no lease outlives them. */
  cleanupHoldSeconds: 16 * MINUTE,
  /** Staged bytes that no session speaks of stay this long: longer than any session is idle. */
  orphanAgeSeconds: 72 * HOUR,
  scanAttempts: 3,
  // The antivirus.
  /** Its makers call signatures old after a week; new ones come every day. */
  signatureAgeSeconds: 7 * DAY,
  /** Its time is of a zone that it does not name, and clocks differ. */
  signatureAheadSeconds: DAY,
  /** Signatures are replaced while it runs: it is asked this often which it has. */
  clamdVersionSeconds: MINUTE,
  clamdConnectSeconds: 5,
  /** It refuses what is too large to it within a round trip. */
  clamdRefusalSeconds: 1,
  /** It may scan for two minutes by itself, and wait in its queue before. */
  clamdSilenceSeconds: 5 * MINUTE,
  /** It ends idle sessions after thirty seconds by itself. */
  clamdIdleSeconds: 5,
  /** To open an archive and look at it; a moderator who needs longer claims it again. */
  reviewLeaseSeconds: 30 * MINUTE,
  /** A member of staff who left a team this recently decides nothing about its content. */
  formerMemberSeconds: 90 * DAY,
  /** Read whole for each scan, into about two megabytes. */
  blockedHashes: 10_000,
  /** Reads as the name of a signature does. */
  blockedHashNameCharacters: 64,
  blockedHashNoteCharacters: 1_000,
  /** What is found in one object and kept; where it is more, nobody can call all of it harmless. */
  scanFinds: 100,
  /** Signatures change every day; to read all that is stored as often would take more than it gives. */
  rescanIntervalSeconds: 7 * DAY,
  /** One run of a rescan makes room for others after this; the next goes on where it stopped. */
  rescanRunSeconds: 10 * MINUTE,
  /** The wait for bytes whose rescan came to no end; it doubles with each further one, up to a day. */
  rescanRetrySeconds: MINUTE,
  rescanRetryMostSeconds: DAY,
  /** How long stored bytes count as right after they were read: a disk rarely rots within a week. */
  verifyIntervalSeconds: 7 * DAY,
  /** The bytes that one run reads, every five minutes: 3.4 MiB/s, or 2 TiB a week. */
  verifyRunBytes: GIB,
  /** So many small objects take a run about as long. */
  verifyRunBlobs: 500,
  /** The wait for bytes that a store which answers otherwise could not give. */
  verifyRetrySeconds: HOUR,
  /** How long bytes are without a reference before their blob is marked: time to notice a mistake. */
  blobIdleSeconds: DAY,
  /** How long the object of a marked blob stays, for whoever reads it still or brings it again. */
  blobRemovalSeconds: DAY,
  /** How long the store is asked to remove an object: two requests to S3 with all their attempts. */
  removalSeconds: 2 * MINUTE,
  /** How long a store may still carry out a request after nobody waits for its answer. */
  removalGraceSeconds: 3 * MINUTE,
  /** A scan looks this often whether the bytes that it brings again have been removed. */
  removalPollSeconds: 5,
  /** The age at which an object without a row counts as left behind: longer than any upload takes. */
  orphanedObjectSeconds: 3 * DAY,
  /** Clients are told to look again after this while an upload is processed. */
  uploadPollSeconds: 2,

  // Files that other services keep.
  referenceAttempts: 5,
  /** An answer of an API that tells of one release or version with all its files. */
  providerAnswerBytes: 4 * MIB,
  /** An API that has not answered by then is tried again. */
  providerAnswerSeconds: 15,
  /** A player waits for this one. */
  providerResolveSeconds: 5,
  /** Between two pieces of a file; slow lines are no fault. */
  providerIdleSeconds: 30,
  /** 20 GiB at 3 MB/s. */
  providerDownloadSeconds: 2 * HOUR,
  /** A provider that asks to wait without saying how long is asked again after this; later each time. */
  providerWaitSeconds: MINUTE,
  /** However long a provider asks to wait, it is asked again by then. */
  providerWaitMaxSeconds: HOUR,
  /** So often it may ask to wait while one file is examined: with growing waits that is most of a day. */
  providerWaits: 24,
  /** How often the provider is asked whether a file is still the same. */
  referenceCheckSeconds: DAY,
  /** Without a look at the provider for this long nothing is handed out: three looks have failed. */
  referenceFreshSeconds: 4 * DAY,
  /** After this the bytes are fetched and attested to again, whatever the provider says. */
  referenceAttestedSeconds: 30 * DAY,
  /** How long an address that the provider gave is handed out before it is asked again. */
  referenceUrlSeconds: 5 * MINUTE,

  // The second store.
  /** How often each process asks whether both stores answer; it takes a request or two. */
  storeWatchSeconds: 5,
  /** So many failures in a row, and a store counts as down: one lost request says nothing. */
  storeDownAfter: 2,
  /** So many answers in a row, and it counts as up again. */
  storeUpAfter: 3,
  /** How long work in a mirror that is away is put off. */
  mirrorAwaySeconds: MINUTE,
  /** Copies that may wait in the queue at one time, so that other work of the kind comes between. */
  mirrorQueueJobs: 500,
  /** Copies that one run of the sweep looks for in the mirror. */
  mirrorLookBlobs: 100,
  /** How long bytes that the first store could not give are left alone. */
  mirrorFaultSeconds: DAY,

  // Downloads.
  grantLifetimeSeconds: 5 * MINUTE,
  grantRefreshAfterSeconds: 4 * MINUTE,
  downloadLeasesAnonymous: 2,
  downloadLeasesUser: 4,
  downloadLeasesClient: 16,
  downloadBytesAnonymous: 24 * GIB,
  downloadBytesUser: 40 * GIB,
  downloadBytesWindowSeconds: DAY,
  /** A job that nobody came back for within this time has no place in any row of those who wait. */
  downloadWaitSeconds: DAY,
  /** As long as somebody may ask what they downloaded, and longer than any count looks back. */
  grantKeptSeconds: 90 * DAY,
  /** One artifact counts once for one actor within this time. */
  countedDownloadWindowSeconds: 6 * HOUR,
  /** What was counted is remembered for longer by this: clocks differ, and a grant commits after its stamp. */
  countedDownloadGraceSeconds: HOUR,
  trendingWindowSeconds: 7 * DAY,
  /** A mod that everybody took over one weekend has left the first places by the next. */
  trendingHalfLifeSeconds: 2 * DAY,
  /** A recount reads the grants of so many days anew: well within the 90 days that grants are kept. */
  downloadRecountSeconds: 60 * DAY,

  // Repeated writes.
  /** Room for a UUID, a hash or a readable name of the write. */
  idempotencyKeyCharacters: 255,
  idempotencyLifetimeSeconds: DAY,
  /** The longest response to a mutation of GraphQL that is kept to be sent again. */
  keptResponseBytes: MIB,
  /** After this a request that never answered counts as lost, and its key can be tried again. */
  idempotencyLeaseSeconds: MINUTE,

  // Connections and the heads of requests; docs/operations.md tells operators.
  /** The request line and all headers: what proxies in front allow, with room for a signed URL. */
  headerBytes: 16 * KIB,
  /** Far above what browsers and proxies send together. */
  headersPerRequest: 100,
  /** For a head, which fits into a few packets; who needs longer keeps a connection busy. */
  headSeconds: 20,
  /** For a body that is read into memory: the largest one on a line of 20 kB/s. */
  bodySeconds: MINUTE,
  /** For any one request: a PUT of 100 MiB on a line of 30 kB/s. */
  requestSeconds: HOUR,
  /** Longer than proxies keep an idle connection, so that none reuses one that is closing here. */
  keepAliveSeconds: 65,
  /** Without a byte in either direction, while a response is computed or a client reads it. */
  silentSeconds: 2 * MINUTE,
  /** Connections to PostgreSQL for requests of one process. */
  databaseConnections: 10,
  /** Of them for any one request, so that two requests with many statements leave some to others. */
  databaseConnectionsPerRequest: 4,
  /** For jobs: as many as run at once without those that wait for other hosts. */
  databaseConnectionsJobs: 8,
  /** For readiness and metrics, which have to be known while everything else waits. */
  databaseConnectionsHealth: 2,
  /** Requests or jobs that may wait for a connection, of one kind of work, and statements of one. */
  databaseQueue: 2_000,
  /** From so many waiting requests on, a new request is refused before it begins: half a second of work. */
  databaseQueueAdmits: 256,
  /** After which a refused request may try again. */
  crowdedRetrySeconds: 1,
  /** How long readiness and metrics are kept, so that asking for them often costs nothing. */
  operatorCacheSeconds: 1,
  /** Smaller bodies fit into one packet either way. */
  compressedBytesMin: KIB,
  /** Longer bodies are sent as they are, as they would keep others waiting. */
  compressedBytesMax: 4 * MIB,
  /** Of Brotli and gzip alike: most of the gain for a fraction of the time of the best. */
  compressionQuality: 4,
  /** Bodies that one process compresses at one time, which leaves two of Node's four threads to files. */
  compressionsAtOnce: 2,
  /** Bodies that wait for it; a later one is sent as it is. */
  compressionsWaiting: 32,
  /** Compressed forms of public bodies that one process keeps. */
  compressedCacheBytes: 16 * MIB,
  /** How long a browser keeps the response to a preflight: Chromium keeps none for longer. */
  preflightCacheSeconds: 2 * HOUR,
  /** Connections that one process keeps open; further ones are closed at once. */
  connections: 5_000,
  /** Parsed requests that wait for an earlier one of their connection, whatever others hold. */
  pipelinedPerSocket: 8,
  /** The same on all connections together, some 4 kB each: two packets of small requests. */
  pipelinedInAll: 5_000,

  // Requests as such.
  /** A credential is verified again where the body of its request took longer than this. */
  credentialFreshSeconds: 2,
  /** The body of a route whose rate class says nothing else. */
  bodyBytes: 64 * KIB,
  /** Nesting that no documented body comes near; deeper is an attack on whoever walks it. */
  jsonLevels: 32,
  requestIdCharacters: 128,
  userAgentCharacters: 512,
  /** What a form of a page sends: a description and a few lists. */
  formBytes: 32 * KIB,
  formFields: 200,
  /** A form with a file: 20 MiB on a line of 70 kB/s. */
  fileFormSeconds: 5 * MINUTE,
  /** Boundaries and headers of the parts of such a form. */
  fileFormFramingBytes: 16 * KIB,
  /** Forms with files that one process takes in at one time; each may fill 20 MiB of its disk. */
  fileFormsAtOnce: 64,
  /** Of one account, so that nobody takes the places of all others. */
  fileFormsOfOne: 4,

  // GraphQL operations that clients write themselves.
  /** The stored operations of the REST face need 7; a dashboard may want a little more. */
  graphqlDepth: 12,
  /**
   * A page of 100 full mods costs about 15,000: one for each field that is resolved. A bulk question
   * costs what it shows of each item, as often as there are items.
   */
  graphqlCost: 25_000,
  graphqlBodyBytes: 256 * KIB,
  /** Ten times what introspection needs; the depth of all that is nested is bounded with it. */
  graphqlTokens: 4_000,
  /** Other names of fields without subfields in one document. */
  graphqlAliases: 50,
  /** Of all texts in the response to a query; 100 mods with 80,000 characters each fit. */
  graphqlResponseCharacters: 8 * MIB,

  // Credentials.
  /** How long a browser stays signed in. */
  webSessionLifetimeSeconds: 30 * DAY,
  /** More browsers than anybody has, with room for those that forget their cookies each day. */
  webSessionsPerUser: 50,
  passwordCharactersMin: 8,
  passwordCharactersMax: 200,
  /** Each of them takes 64 MiB and one of Node's four threads for a tenth of a second. */
  passwordsAtOnce: 2,
  /** Whoever comes later would wait for more than two seconds. */
  passwordsWaiting: 40,
  /** Between the password and the code of the second factor. */
  secondFactorSeconds: 5 * MINUTE,
  /** How long a new second factor may wait for its first code. */
  totpEnrolmentSeconds: 15 * MINUTE,
  /** How long a network counts as its owner's after somebody signed in from there. */
  knownNetworkSeconds: 90 * DAY,
  /** How long a form that was opened before signing in can be sent. */
  visitLifetimeSeconds: 12 * HOUR,
  nonceCharactersMin: 8,
  nonceCharactersMax: 512,
  idTokenLifetimeSeconds: 5 * MINUTE,
  accessTokenLifetimeSeconds: 15 * MINUTE,
  agentTokenLifetimeSeconds: 15 * MINUTE,
  /** Of each refresh token: who does not come back for this long signs in again. */
  refreshTokenLifetimeSeconds: 30 * DAY,
  /** A code goes from one redirect to one request of the same program. */
  authorizationCodeLifetimeSeconds: MINUTE,
  /** To find another device, sign in there and type a code. */
  deviceCodeLifetimeSeconds: 10 * MINUTE,
  /** How often a device may ask at first; each time it asks too early adds as much (RFC 8628 3.5). */
  devicePollSeconds: 5,
  /** Requests of one address at the endpoints of OAuth, for all applications together. */
  oauthRequestsPerAddressPerMinute: 1_200,
  /** To sign in, prove a second factor and read what an application asks for. */
  interactionLifetimeSeconds: HOUR,
  /** How long expired records stay, so that who comes late reads that they expired. */
  expiredRecordsKeptSeconds: DAY,
  /** A key that signs ID tokens is replaced at this age. */
  signingKeyLifetimeSeconds: 90 * DAY,
  /** A new one is published this long before it signs: longer than anybody keeps the key set. */
  signingKeyAheadSeconds: DAY,
  /** How long clients and caches may keep the metadata and the key set. */
  metadataCacheSeconds: HOUR,
  /** A process looks this often whether the signing keys changed. */
  signingKeyRereadSeconds: 30,
  /** How long a former encryption key verifies: as long as the sessions that began under it may last. */
  formerKeySeconds: 30 * DAY,
  /** How long a proof of the second factor is good for. */
  stepUpLifetimeSeconds: 15 * MINUTE,
  apiKeyOverlapSeconds: 10 * MINUTE,
  /** A year and a day: whoever renews keys every year is never late, and no key is forgotten. */
  apiKeyLifetimeSeconds: 366 * DAY,
  /** When a key was last used may be shown this much later by other processes. */
  lastUsesSeconds: MINUTE,
  credentialNameCharacters: 100,
  /** Tokens and keys that hold at one time. */
  credentialsPerUser: 100,
  /** Automation for more mods than this speaks for its whole account. */
  resourceGrantsPerCredential: 100,

  // Registered applications.
  /** Who has more programs than this is a company, and asks. */
  appsPerUser: 25,
  /** One line of a consent page. */
  appNameCharacters: 60,
  /** A program on several platforms, with its stages; more would be one `client_id` for many. */
  redirectUrisPerApp: 10,
  /** Some sentences: to the owner of an application, or to other moderators about an upload. */
  /** Rows that an operator command prints of a list. */
  operatorListRows: 1_000,
  reviewNoteCharacters: 1_000,

  // Profiles.
  /** Fits beside a title in one line of a list. */
  displayNameCharacters: 60,

  // Agent tools and webhooks.
  confirmationLifetimeSeconds: 5 * MINUTE,
  webhookAttempts: 8,
  webhookRotationOverlapSeconds: DAY,
  webhookToleranceSeconds: 5 * MINUTE,
  webhookExhaustedBeforeDisabled: 5,
  /** Active ones of a user, through one application or through none. */
  webhookSubscriptionsPerApplication: 20,
  /** Active ones of a user through all applications: five applications at their limit. */
  webhookSubscriptionsPerAccount: 100,
  /** Those through one application or none with disabled ones, which cost no deliveries but a row each. */
  webhookSubscriptionsKept: 100,
  /** What a subscription is for, in a sentence. */
  webhookDescriptionCharacters: 200,
  /** The wait after the first attempt; each further one is three times as long: 24 hours for all eight. */
  webhookBackoffSeconds: 80,
  webhookBackoffFactor: 3,
  /** A receiver takes a delivery and works on it later; for the whole of its answer. */
  webhookAnswerSeconds: 10,
  /** What is read of an answer, to show the beginning of it. */
  webhookAnswerBytes: 4 * KIB,
  webhookSnippetCharacters: 200,
  /** How long the addresses of a host outside are looked up. */
  outboundLookupSeconds: 2,
  /** Deliveries that one receiver is sent at the same time. */
  webhookDeliveriesAtOnce: 4,
  /** After this a run makes room for other subscriptions. */
  webhookRunSeconds: 30,
  /** A delivery that was begun this long ago, and of whose end nobody knows, is sent again. */
  webhookAttemptLeaseSeconds: MINUTE,
  /** Events that one step hands to those who listen. */
  webhookFanOutEvents: 200,
  /** How often it is looked whether something happened. */
  webhookFanOutSeconds: 2,
  /** As long as a delivery can be looked at and repeated. */
  webhookDeliveryKeptSeconds: 30 * DAY,

  // Mail.
  /** A mail server takes a message within seconds; a slow one is tried again later. */
  smtpAnswerSeconds: 15,
  /** With the doubling wait, the last attempt is 17 hours after the first: a night and a morning. */
  mailAttempts: 11,
  mailBackoffSeconds: MINUTE,
  /** Messages that are written to files: enough to look at, and never a full disk. */
  mailFilesKept: 1_000,
  /** How long the row of a message stays after its end, for operators who look for it. */
  mailKeptSeconds: 30 * DAY,
  /** Longer titles and names are cut in messages. */
  mailQuoteCharacters: 100,
  /** A change of a team that is taken back at once sends one message; others go out before it. */
  teamMailDelaySeconds: MINUTE,
  /** Between two messages to a recipient about the same change of the same mod. */
  teamMailWindowSeconds: HOUR,
  /** Messages about teams to a recipient in a day; those of mods never published count apart. */
  teamMailsPerDay: 20,
  teamMailsDaySeconds: DAY,

  // Change.
  /** Between the day an operation is deprecated and the first day it may be gone (Spec 9). */
  deprecationNoticeSeconds: 90 * DAY,

  // Freshness that is promised (Spec 8, objectives).
  catalogFreshnessSeconds: 15,
  searchFreshnessSeconds: 15,
} as const;

/**
 * The widths that a picture is also kept in, where it is wider: a list on a phone, a card or a list
 * on a sharp phone, a page, and a page on a large screen. Each about halves or doubles the bytes.
 */
export const IMAGE_WIDTHS = [320, 640, 1_280, 1_920] as const;

/** How far an archive and what it holds may go before it is refused or left to a person. */
export const ARCHIVE_LIMITS = {
  entries: LIMITS.archiveEntries,
  /**
   * Of an upload and all archives within it. A mod pack of several hundred jars has less than half of
   * them; without a bound, archives in an archive of 100 MB could hold hundreds of millions.
   */
  entriesInAll: 1_000_000,
  centralDirectoryBytes: 32 * MIB,
  /** Above this, the contents may be at most `ratio` times as large as the archive. */
  ratioFromBytes: 64 * MIB,
  ratio: 200,
  /** Above this, one entry may be at most `entryRatio` times as large as it is packed. */
  entryRatioFromBytes: 16 * MIB,
  entryRatio: 1_000,
  /**
   * What one upload may unpack to, the archives within it included: ten times the largest upload. Mods
   * are mostly compressed media, which grow little. By `ratio` alone 20 GiB could become 4 TB, and one
   * inspection would keep its place for days.
   */
  unpackedBytes: 10 * LIMITS.archiveBytes,
  /** A contained file above this cannot be scanned and needs manual review. */
  antivirusStreamBytes: 100 * MIB,
  nestedDepth: 3,
  /** What the archives within archives that are open at one time may take of memory. */
  nestedMemoryBytes: 32 * MIB,
  /** Beyond what the common file systems can unpack. */
  pathCharacters: 1_024,
  pathSegments: 64,
  /** The longest name that the file systems of Linux and macOS can hold, in UTF-8. */
  segmentBytes: 255,
  /** Files that name the scripts of a loader: how many of an archive are read, and of what size. */
  scriptManifests: 8,
  scriptManifestBytes: 256 * KIB,
  /** How many paths the record of an inspection names. */
  listedPaths: 1_000,
  /**
   * What one decoder of 7z or RAR may take of memory: a dictionary of 256 MiB, four times what the
   * programs use at their highest common level, and itself. Above it a person has to look.
   */
  decoderMemoryBytes: 288 * MIB,
  /** A decoder that neither reads nor writes for this long will not do so any more. */
  decoderStallSeconds: MINUTE,
} as const;

/**
 * What all inspections of one process may take together, however many run: who would take more
 * waits. Each one first reserves what the largest structure costs, and gives back what its archive
 * does not need as soon as that is known, so that usually many fit.
 */
export const INSPECTION_MEMORY = {
  /** The largest structure, of some 380 MiB, and beside it many of the usual size. */
  structureBytes: 512 * MIB,
  /** The largest decoder, and beside it some of the usual 32 to 64 MiB. */
  decoderBytes: 384 * MIB,
  /** A decoder without its dictionary: 7-Zip begins with 17 MiB and reads a MiB ahead per input. */
  decoderBaseBytes: 32 * MIB,
  /** A decoder keeps names in 32 bits for each character, and its own records. */
  decoderPerHeaderByte: 6,
  /** Buffers of the store and of inflating, and the thread that hashes, or later a decoder's buffers. */
  buffersBytes: 8 * MIB,
  /**
   * The header itself, and for each byte of a name two bytes of text each: its path, the path by code
   * page 437, and one of them folded for comparison. The rest is for the lists that are sorted.
   */
  perHeaderByte: 8,
  /** The objects of one entry, as measured. */
  perEntryBytes: KIB,
  /** An archive within an archive, and what its own structure may take. */
  perNestedByte: 2,
} as const;

/** What the requests of one class may cost each minute, and how large their bodies may be. */
export interface RateClassRow {
  /** Requests per minute of one client address, or of one IPv6 /64, without a credential. */
  readonly anonymousPerMinute: number;
  /** Of one token or key. */
  readonly credentialPerMinute: number;
  /** Of all credentials of one user together, so that another token bypasses nothing. */
  readonly userPerMinute: number;
  /** Of one OAuth application, whoever uses it. */
  readonly clientPerMinute: number;
  readonly bodyLimitBytes: number;
}

// A person runs a few tools at a time; an application serves many people.
const CREDENTIALS_OF_USER = 2;
const USERS_OF_CLIENT = 20;

function rateClass(
  anonymousPerMinute: number,
  credentialPerMinute: number,
  bodyLimitBytes: number = LIMITS.bodyBytes,
): RateClassRow {
  return {
    anonymousPerMinute,
    credentialPerMinute,
    userPerMinute: credentialPerMinute * CREDENTIALS_OF_USER,
    clientPerMinute: credentialPerMinute * USERS_OF_CLIENT,
    bodyLimitBytes,
  };
}

/**
 * The rate classes of routes. A class is also the `quota_bucket` that a 429 names (Spec 8). The
 * numbers leave a mod manager room to read a modpack of 200 mods within a minute.
 */
export const RATE_CLASSES = {
  'catalog-read': rateClass(600, 1_200),
  search: rateClass(120, 240),
  plan: rateClass(60, 120),
  /** Many files in one request; a thousand digests of 128 digits are 131 kB. */
  bulk: rateClass(30, 60, 192 * KIB),
  'download-resolve': rateClass(240, 480),
  /** Descriptions in several languages are long. */
  'mod-write': rateClass(30, 120, 512 * KIB),
  /** A session may bring the manifest of its archive. */
  'upload-write': rateClass(30, 240, LIMITS.archiveManifestBytes + LIMITS.bodyBytes),
  credentials: rateClass(10, 30),
  account: rateClass(30, 120),
  /** A draft that an agent writes is as long as any other. */
  agent: rateClass(30, 120, 512 * KIB),
  webhooks: rateClass(10, 60),
  auth: rateClass(30, 60),
  /** Pages for people; a class at school signs in at the same time, from one address. */
  pages: rateClass(240, 240, LIMITS.formBytes),
  /**
   * The endpoints of OAuth, for one application at one address: twenty devices that poll twelve times
   * a minute, as a class at school signs in at the same time. All unknown client ids of an address count as one.
   */
  oauth: rateClass(240, 240),
  /** The metadata and the key set of OAuth, which clients read before anything else. */
  discovery: rateClass(600, 600),
  /** Every GraphQL request; its fields are also counted in the classes of their routes. */
  graphql: rateClass(120, 240, LIMITS.graphqlBodyBytes),
} as const satisfies Readonly<Record<string, RateClassRow>>;

/** The name of a rate class. */
export type RateClass = keyof typeof RATE_CLASSES;

/** Quotas that are not requests per minute. */
export const OTHER_QUOTA_BUCKETS = [
  'download_leases',
  'download_bytes',
  'upload_bytes',
  'upload_parts',
  'plan_time',
] as const;

/** What a 429 may name as its `quota_bucket`: a class, never anything about the caller. */
export type QuotaBucket = RateClass | (typeof OTHER_QUOTA_BUCKETS)[number];

/** How many wrong guesses are let pass within a time; the count then begins anew. */
export interface GuessLimit {
  readonly failures: number;
  readonly windowSeconds: number;
}

/** The counts that a guess is held against; see `guardedGuess`. */
interface GuessLimits {
  /** At one account from one network: somebody who has forgotten, or mistypes. */
  readonly pair: GuessLimit;
  /** At one account from networks that are not known as its owner's: a distributed attack. */
  readonly account: GuessLimit;
  /** From one network at all accounts: somebody who tries one password everywhere. */
  readonly network: GuessLimit;
}

/** Many people stand behind the one address of a school or a company. */
const NETWORK: GuessLimit = { failures: 100, windowSeconds: HOUR };

/** What may be guessed, and how often. */
export const GUESS_LIMITS = {
  /** A hundred a day find none but the worst of passwords. */
  password: {
    pair: { failures: 10, windowSeconds: 15 * MINUTE },
    account: { failures: 100, windowSeconds: DAY },
    network: NETWORK,
  },
  /** Three of a million codes are right: who has the password needs years with forty a day. */
  totp: {
    pair: { failures: 10, windowSeconds: 6 * HOUR },
    account: { failures: 30, windowSeconds: DAY },
    network: NETWORK,
  },
  /** The short code that a device shows, typed by whoever is signed in. */
  user_code: {
    pair: { failures: 10, windowSeconds: 15 * MINUTE },
    account: { failures: 30, windowSeconds: HOUR },
    network: NETWORK,
  },
} as const satisfies Readonly<Record<string, GuessLimits>>;

/** What may be guessed. */
export type GuessPurpose = keyof typeof GUESS_LIMITS;
