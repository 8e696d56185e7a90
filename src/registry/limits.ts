const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * All limits of the service, for clients and for itself (Spec 8). Each limit is defined once here;
 * checks, documentation and tests read it.
 */
export const LIMITS = {
  // Responses.
  /** The faults that one error lists. More help no client, and a response needs a bound. */
  fieldProblems: 50,

  // Lists and search.
  pageSizeDefault: 25,
  pageSizeMax: 100,
  /** How long a client may walk through the pages of a list. The data is kept one hour longer. */
  walkLifetimeSeconds: DAY,
  /**
   * How old the cursor in a client's copy of a page may be for a 304. After that, the client gets
   * the page again with a new cursor, so that it can finish its walk.
   */
  walkRenewalSeconds: 15 * MINUTE,
  /** The mods in one file of the site map. Search engines accept 50,000. */
  siteMapMods: 10_000,
  /** The pages of games, 100 each, that the site map contains. */
  siteMapGamePages: 20,
  /** How long the division of the site map into files is kept. */
  siteMapSeconds: 3_600,
  /** The longest text of a search: longer than any title. */
  searchTextCharacters: 200,
  /** Groups of equal search terms of one game, or for all games. Admins write them by hand. */
  synonymGroupsPerGame: 300,
  /** All groups of synonyms. A search without a game reads them all, and processes cache them. */
  synonymGroups: 1_000,
  /** The terms of one group of synonyms. A query plan uses at most eight variants of a word. */
  termsPerSynonymGroup: 8,
  /** The longest synonym: six words, the most that a query plan reads as one term. */
  synonymCharacters: 80,
  /** How long a process uses the synonyms that it read. A change is visible after that time. */
  synonymFreshnessSeconds: 3,
  /** Loaders, and platforms, of one game, as an administrator may list them. */
  keysPerGame: 100,
  /** Game versions of one game. Its document, its pages and the filters show them all. */
  gameVersionsPerGame: 1_000,
  /** Categories of one game. A page shows them all. */
  categoriesPerGame: 200,
  /** The values of one facet in a response. The filters of a page show fewer. */
  facetValues: 50,
  /**
   * The mods that are read to count a list with filters by category, loader, game version or
   * author. Reading so many takes about ten milliseconds.
   */
  countedMods: 2_000,
  /** Suggestions of each kind below a search box. */
  suggestionsDefault: 5,
  suggestionsMax: 10,
  /**
   * The matching authors that a suggestion examines to find those with a published mod in the game.
   * Only a short text matches more; typing one more letter finds the others.
   */
  suggestedAccounts: 1_000,
  /** The selectors of a plan request: more than a large modpack has. */
  planSelectors: 500,
  /**
   * Wall-clock time for all solver runs of a request, including their wait for a thread.
   */
  planSolverSeconds: 2,
  /** Texts of authors that are rendered at once in one process, and those that wait. */
  markdownThreads: 1,
  markdownRunsWaiting: 48,
  /** Waiting texts of one actor. A feed has ten changelogs. */
  markdownRunsWaitingOfOne: 12,
  markdownThreadHeapMib: 128,
  /** Concurrent solver runs in one process. */
  planThreads: 2,
  /** Concurrent solver runs in each of several processes with one listener. */
  planThreadsShared: 1,
  /** Solver runs that wait for a thread. A further one would not get a thread in time. */
  planRunsWaiting: 16,
  /**
   * Waiting solver runs of one actor, besides the one that may run: a mod manager requests a few
   * plans at once.
   */
  planRunsWaitingOfOne: 3,
  /** The thread time of one actor per minute: five full runs, or hundreds of typical plans. */
  planThreadSecondsPerMinute: 10,
  /** The JavaScript heap of one solver thread: three times what the limits below need. */
  planThreadHeapMib: 256,
  /** The mods that a plan may reach. A large modpack with its libraries has 600. */
  planMods: 2_000,
  /** Files of these mods that match the request: fifty for each of `planMods`. */
  planFiles: 100_000,
  /** Dependencies of these files. */
  planDependencies: 100_000,
  /** Dependencies of the chosen files, which the plan shows. */
  planConstraints: 10_000,
  /** Optional files of the chosen versions, which the plan adds. */
  planOptionalFiles: 5_000,
  /** The items of one lookup or other bulk request: the files of a large installation. */
  lookupItems: 1_000,
  /**
   * Files with the same bytes that a lookup returns. Usually there is one, and the response needs a
   * bound.
   */
  lookupMatches: 5,

  // Texts of a mod. Localized texts have the limit per language.
  /** The languages of one text: more than any catalog has. */
  languagesPerText: 50,
  /** A title fits into one line of a list. */
  titleCharacters: 120,
  /** A slug, which is part of URLs: the limit of DNS labels. */
  slugCharacters: 63,
  /** A summary is two lines below a title. */
  summaryCharacters: 300,
  /** About thirty printed pages; three languages of it fit into one request body. */
  descriptionCharacters: 60_000,
  /** About ten printed pages for one release. */
  changelogCharacters: 20_000,
  /** Well above the longest SPDX expressions in use. */
  licenseCharacters: 100,
  /** The length that browsers and proxies support. */
  urlCharacters: 2_048,
  /** The categories of one mod. With more, filters would be useless. */
  categoriesPerMod: 10,

  // Texts and lists of a version and its files.
  versionStringCharacters: 80,
  /** A short text, such as a file's label, its media type or a dependency's note. */
  labelCharacters: 120,
  /** The longest name of common file systems, in characters. */
  filenameCharacters: 255,
  /** Game versions or loaders of one version. Above this, the creator needs a range. */
  keysPerVersion: 200,
  dependenciesPerVersion: 200,
  requirementsBytes: 16 * KIB,
  buildMetadataBytes: 16 * KIB,
  /** Fits a manifest of about ten thousand files. */
  archiveManifestBytes: MIB,

  // Images.
  imageBytes: 20 * MIB,
  imagePixels: 40_000_000,
  /** The longer side of a stored picture: a 4K screen. */
  imageSidePixels: 3_840,
  /** The pictures of one mod: more than users look at. */
  mediaPerMod: 50,
  /** Positions in a gallery, with gaps for later pictures. */
  mediaPosition: 9_999,
  /** Pictures that a process decodes at once. Each may use about 350 MB (40 megapixels). */
  picturesAtOnce: 2,
  /** Pictures that wait. A further one would wait longer than the lease of its idempotency key. */
  picturesWaiting: 8,
  /** How long the bytes of an unused picture stay after their last use. */
  unusedMediaSeconds: HOUR,
  /** The alternative text of an image: one or two sentences. */
  altTextCharacters: 300,

  // Uploads.
  archiveBytes: 20 * GIB,
  /** Entries of one archive, and of a manifest. */
  archiveEntries: 50_000,
  /** The largest file for one PUT; larger ones are sent in parts. */
  singleUploadBytes: 100 * MIB,
  partSizeBytes: 16 * MIB,
  /** Parts of one session with valid signed URLs that the store does not confirm yet. */
  partConcurrency: 4,
  signedPartsPerRequest: 4,
  /** The byte quota of one user's open and recent uploads, over all tokens. */
  uploadBucketBytes: 24 * GIB,
  /** The byte quota of all users of one OAuth application, in proportion to its other quotas. */
  uploadBucketClientBytes: 20 * 24 * GIB,
  uploadBucketWindowSeconds: DAY,
  /** An upload session without activity for this long expires. */
  uploadActivitySeconds: 48 * HOUR,
  /** The lifetime of the signed URL of a part, and of a single PUT. */
  signedUploadLifetimeSeconds: 15 * MINUTE,
  /**
   * The minimum time that staged bytes stay after a session, so that no signed URL outlives them.
   */
  cleanupHoldSeconds: 16 * MINUTE,
  /** The age at which staged bytes without a session are removed: longer than any idle session. */
  orphanAgeSeconds: 72 * HOUR,
  /** How long failed and cancelled sessions stay, for their creators and for moderators. */
  endedUploadKeptSeconds: 365 * DAY,
  /** The range of `AUDIT_RETENTION_DAYS`. An investigation needs the lines of some weeks. */
  auditRetentionDaysMin: 90,
  auditRetentionDaysMax: 36_500,
  /**
   * The quarters ahead for which partitions of the audit log exist, so that the job that adds them
   * may fail for three months.
   */
  partitionQuartersAhead: 2,
  /**
   * The number of runs in a row that must find a partition expired before it is dropped. They take
   * a week, in which a wrong clock is noticed.
   */
  partitionSightings: 28,
  /** How long results of scans stay that found nothing and are not the latest of their bytes. */
  blobScanKeptSeconds: 90 * DAY,
  scanAttempts: 3,
  // The antivirus.
  /** The highest age of signatures, as in ClamAV. New ones appear daily. */
  signatureAgeSeconds: 7 * DAY,
  /** How far in the future the time of signatures may be: its time zone is unknown. */
  signatureAheadSeconds: DAY,
  /** How often the version is read, because signatures are replaced while clamd runs. */
  clamdVersionSeconds: MINUTE,
  clamdConnectSeconds: 5,
  /** How long to wait for clamd's refusal of content that is too large: one round trip. */
  clamdRefusalSeconds: 1,
  /** How long clamd may be silent: it scans for up to two minutes, after a wait in its queue. */
  clamdSilenceSeconds: 5 * MINUTE,
  /** How long an idle connection to clamd is kept: less than clamd's own timeout of 30 seconds. */
  clamdIdleSeconds: 5,
  /**
   * How long a moderator's claim of a review lasts. A moderator who needs longer claims it again.
   */
  reviewLeaseSeconds: 30 * MINUTE,
  /** Staff members who left a team this recently may not decide about its content. */
  formerMemberSeconds: 90 * DAY,
  /**
   * A membership that another person gave, and that ends this early without work, has no effects.
   */
  declineMembershipSeconds: 7 * DAY,
  /** The time in which owners cannot add a member again who ended such a membership. */
  rejoinSeconds: DAY,
  /** The longest duration of a write. Then writes from before a member left the team have ended. */
  longestWriteSeconds: MINUTE,
  /** The entries of the blocklist. Each scan reads all of them, into about two megabytes. */
  blockedHashes: 10_000,
  /** The longest name of a blocked hash, like that of a signature. */
  blockedHashNameCharacters: 64,
  blockedHashNoteCharacters: 1_000,
  /** Stored findings of one object. With more, no moderator can judge all of them as harmless. */
  scanFinds: 100,
  /** How often stored bytes are scanned again. Daily scans would cost more than they find. */
  rescanIntervalSeconds: 7 * DAY,
  /** A rescan ends after this, so that other jobs can run. The next one continues. */
  rescanRunSeconds: 10 * MINUTE,
  /** The wait after a failed rescan; it doubles up to one day. */
  rescanRetrySeconds: MINUTE,
  rescanRetryMostSeconds: DAY,
  /** How long stored bytes count as verified: disks rarely fail within a week. */
  verifyIntervalSeconds: 7 * DAY,
  /**
   * The bytes that one run verifies, every five minutes: 3.4 MiB/s, or 2 TiB a week. It reads as
   * many bytes of corrupt blobs.
   */
  verifyRunBytes: GIB,
  /** The blobs that one run verifies, if they are small. */
  verifyRunBlobs: 500,
  /** The wait for bytes that an otherwise available store could not return. */
  verifyRetrySeconds: HOUR,
  /** How long bytes are unused before their blob is marked: time to notice a mistake. */
  blobIdleSeconds: DAY,
  /** How long the object of a marked blob stays, for current readers and new uploads of it. */
  blobRemovalSeconds: DAY,
  /** The timeout of a removal: two S3 requests with all their retries. */
  removalSeconds: 2 * MINUTE,
  /** How long a store may still execute a request after its timeout. */
  removalGraceSeconds: 3 * MINUTE,
  /** How often a scan checks whether the bytes that it stores again have been removed. */
  removalPollSeconds: 5,
  /**
   * The wait of a scan in a process whose store is not that of the database, for another process.
   */
  otherStoreSeconds: 15,
  /**
   * The longest wait for such a process: time to mount a disk. Then a moderator has to reject it.
   */
  otherStoreMostSeconds: DAY,
  /** The pause between lines in the log about waiting scans of one process. */
  scanWaitLogSeconds: MINUTE,
  /**
   * The first and the longest wait of a scan for room in the store. Each run inspects the whole
   * upload again, so the waits grow.
   */
  fullStoreSeconds: 5 * MINUTE,
  fullStoreWaitSeconds: HOUR,
  /** All waits for room together: time to free space. Then a moderator decides. */
  fullStoreMostSeconds: DAY,
  /** The age at which an object without a row is removed: longer than any upload. */
  orphanedObjectSeconds: 3 * DAY,
  /** The poll interval for clients while an upload is processed. */
  uploadPollSeconds: 2,

  // External references.
  referenceAttempts: 5,
  /** A provider's API response about one release or version with all its files. */
  providerAnswerBytes: 4 * MIB,
  /** The timeout of a provider's API; then it is tried again. */
  providerResponseSeconds: 15,
  /** The timeout of a provider's API for a download: shorter, because a player waits. */
  providerResolveSeconds: 5,
  /** The longest wait between two chunks of a file; slow connections are acceptable. */
  providerIdleSeconds: 30,
  /** The timeout of a download from a provider: 20 GiB at 3 MB/s. */
  providerDownloadSeconds: 2 * HOUR,
  /** The first wait if a provider asks to wait without a duration; later waits are longer. */
  providerWaitSeconds: MINUTE,
  /** The longest wait, even if a provider asks for more. */
  providerWaitMaxSeconds: HOUR,
  /**
   * How often a provider may ask to wait for one file. With growing waits, this is most of a day.
   */
  providerWaits: 24,
  /** How often a file is compared with its provider. */
  referenceCheckSeconds: DAY,
  /**
   * The highest age of the last successful check. After it, three checks have failed, and downloads
   * of the file are refused.
   */
  referenceFreshSeconds: 4 * DAY,
  /**
   * After this the bytes are downloaded and attested again, also if the provider reports no change.
   */
  referenceAttestedSeconds: 30 * DAY,
  /** How long a provider's URL is used before it is requested again. */
  referenceUrlSeconds: 5 * MINUTE,

  // The second store.
  /** How often each process checks both stores; a check takes one or two requests. */
  storeWatchSeconds: 5,
  /** The interval at which the service reads the owner of a store again that had another one. */
  ownerWatchSeconds: MINUTE,
  /**
   * One of this many checks also tests that the bucket obeys conditional requests: about once a
   * minute.
   */
  storeConditionsEveryChecks: 12,
  /** Consecutive failures before a store counts as unavailable; one lost request proves nothing. */
  storeDownAfter: 2,
  /** Consecutive successes before it counts as available again. */
  storeUpAfter: 3,
  /** How long work on an unavailable mirror is postponed. */
  mirrorAwaySeconds: MINUTE,
  /** Copies that may wait in the queue at once, so that other jobs of the lane can run. */
  mirrorQueueJobs: 500,
  /** Copies that one run of the sweep checks in the mirror. */
  mirrorCheckBlobs: 100,
  /** The wait before the next attempt to copy bytes that the first store could not return. */
  mirrorFaultSeconds: DAY,

  // Downloads.
  grantLifetimeSeconds: 5 * MINUTE,
  /** When a client should request a new grant for a download that continues. */
  grantRefreshAfterSeconds: 4 * MINUTE,
  /** Concurrent downloads of an anonymous actor, of a user, and of an application. */
  downloadLeasesAnonymous: 2,
  downloadLeasesUser: 4,
  downloadLeasesClient: 16,
  downloadBytesAnonymous: 24 * GIB,
  downloadBytesUser: 40 * GIB,
  downloadBytesWindowSeconds: DAY,
  /** A waiting job without a retry for this long leaves the queue. */
  downloadWaitSeconds: DAY,
  /** How long download grants are kept. Users see them, and no count looks back further. */
  grantKeptSeconds: 90 * DAY,
  /** An artifact counts once per actor in this window. */
  countedDownloadWindowSeconds: 6 * HOUR,
  /**
   * Extra time for which counted downloads are remembered, because clocks differ and a grant
   * commits after its timestamp.
   */
  countedDownloadGraceSeconds: HOUR,
  /** The longest period of statistics. */
  statisticsDays: 365,
  /**
   * Names of sites that one mod may have in the statistics of a day: more than its authors read.
   */
  downloadSourcesPerDay: 50,
  /** The rows of each list in statistics, such as versions. */
  statisticsRows: 20,
  trendingWindowSeconds: 7 * DAY,
  /** After this time, a download counts half for trends. */
  trendingHalfLifeSeconds: 2 * DAY,
  /** A recount reads the grants of this period, well within the 90 days of storage. */
  downloadRecountSeconds: 60 * DAY,

  // Idempotency.
  /** The longest idempotency key. */
  idempotencyKeyCharacters: 255,
  idempotencyLifetimeSeconds: DAY,
  /** The longest stored response to a GraphQL mutation. */
  keptResponseBytes: MIB,
  /** How long a request holds its key. After this without a result, a retry may claim the key. */
  idempotencyLeaseSeconds: MINUTE,

  // Connections and request heads; see docs/operations.md for operators.
  /** The request line and all headers: the limit of common proxies, with room for a signed URL. */
  headerBytes: 16 * KIB,
  /** The headers of one request: far more than browsers and proxies send together. */
  headersPerRequest: 100,
  /**
   * The timeout of a request head, which fits into a few packets. A slower client occupies a
   * connection.
   */
  headSeconds: 20,
  /** The timeout of a body that is read into memory: the largest one at 20 kB/s. */
  bodySeconds: MINUTE,
  /** The timeout of any request: a PUT of 100 MiB at 30 kB/s. */
  requestSeconds: HOUR,
  /**
   * How long an idle connection is kept: longer than proxies keep it, so that no proxy reuses a
   * connection that the service is closing.
   */
  keepAliveSeconds: 65,
  /**
   * The longest time without a byte in either direction, during a response or while a client reads
   * it.
   */
  silentSeconds: 2 * MINUTE,
  /**
   * The largest value of `WORKERS`: more than the processors of any machine that pays for itself.
   */
  serverProcesses: 64,
  /**
   * The largest number in `TRUST_PROXY`: more than any chain of proxies has. Clients choose their
   * address if the number exceeds that of the proxies.
   */
  trustedProxies: 16,
  /** Connections to PostgreSQL for requests of one process. */
  databaseConnections: 10,
  /** For requests of all processes that share a listener: 10 for each of 4, or 5 of 8. */
  databaseConnectionsShared: 40,
  /**
   * The connections that one request may use at once, so that two requests leave some to others.
   */
  databaseConnectionsPerRequest: 4,
  /**
   * For jobs: one for each slot of the lanes that do not wait for other hosts. Two are for the
   * writers to PostgreSQL and to Meilisearch, which all jobs of the lane `index` share.
   */
  databaseConnectionsJobs: 9,
  /** For readiness and metrics, which must respond while everything else waits. */
  databaseConnectionsHealth: 2,
  /**
   * Requests or jobs of one lane that may wait for a connection, and waiting statements of each.
   */
  databaseQueue: 2_000,
  /**
   * From this number of waiting requests on, a new request is rejected before it starts: half a
   * second of work.
   */
  databaseQueueAdmits: 256,
  /**
   * From this number of waiting requests on, a change is rejected: reads and downloads come first.
   */
  databaseQueueAdmitsChanges: 64,
  /** The retry delay of a rejected request. */
  crowdedRetrySeconds: 1,
  /** Connections to the read replica for requests of one process. */
  replicaConnections: 8,
  /** The longest wait for a connection to the replica, and the longest statement on it. */
  replicaConnectSeconds: 1,
  replicaStatementSeconds: 2,
  /** How often a process compares the replica with the primary. */
  replicaBeatSeconds: 1,
  /**
   * A replica that is further behind is not read: with indexing, far below
   * `searchFreshnessSeconds`.
   */
  replicaLagSeconds: 5,
  /** The retry delay of a change while the service refuses changes. */
  readOnlyRetrySeconds: MINUTE,
  /** A clock that differs by more seconds is wrong. Time synchronization allows milliseconds. */
  clockSkewSeconds: 5,
  /**
   * A clock that was wrong is right below this difference, so that it does not flap at the limit.
   */
  clockRightSeconds: 4,
  /** How often each process compares its clock: several times before an alert. */
  clockWatchSeconds: 15,
  /** How long a difference is remembered from a part that does not respond any more. */
  clockKeptSeconds: MINUTE,
  /** `/readyz` judges the proxy by its requests of this time, or at least of the last half. */
  proxyWatchSeconds: 10 * MINUTE,
  /** The fewest requests in that time that say something about the proxy. */
  proxyWatchRequests: 20,
  /** The fewest addresses that say something about the proxy: some clients may forge headers. */
  proxyWatchAddresses: 5,
  /**
   * How many addresses and requests are looked at in half of `proxyWatchSeconds`, to bound memory
   * and work.
   */
  proxySampleAddresses: 1_000,
  proxySampleRequests: 20_000,
  /** A fault counts if more than this percentage of the addresses show it. */
  proxyFaultPercent: 50,
  /**
   * When a process first tests the proxy after its start, because proxies look for ready processes
   * first.
   */
  proxyProbeFirstSeconds: 15,
  /** How often a process tests the proxy: rarely, because settings of proxies seldom change. */
  proxyProbeSeconds: 10 * MINUTE,
  /** How often a process tests repeated writes, once it knows that the proxy repeats none. */
  proxyRepeatProbeSeconds: DAY,
  /** How often a process tests repeated writes after a fault or a test without a result. */
  proxyRepeatAgainSeconds: HOUR,
  /**
   * The first of these tests runs at a random time within this. Some proxies avoid a server for
   * seconds after a test, so processes should rarely test together.
   */
  proxyRepeatFirstSeconds: HOUR,
  /** The pause before a second request confirms that writes are repeated. */
  proxyRepeatPauseSeconds: MINUTE,
  /**
   * The pause between two pieces of a body, by which a buffer shows, and before a response that
   * never comes.
   */
  proxyProbeDelaySeconds: 2,
  proxyRepeatDelaySeconds: 5,
  /** The longest wait beyond one of these pauses. */
  proxyProbePatienceSeconds: 10,
  /** How long a request of the test is accepted, and how many of them at once. */
  proxyProbeTokenSeconds: MINUTE,
  proxyProbesAtOnce: 20,
  /** How long `/readyz` shows that the clock has jumped. */
  clockJumpShownSeconds: 10 * MINUTE,
  /** How long readiness and metrics are cached, so that frequent requests cost nothing. */
  operatorCacheSeconds: 1,
  /** How long a page of metrics waits for values from the database, which may hang. */
  metricsPatienceMs: 500,
  /** How long earlier values replace missing ones: several reads of a monitoring system. */
  metricsKeptSeconds: MINUTE,
  /** How often the metrics read costly or slowly changing values: sizes, and the antivirus. */
  metricsRareSeconds: MINUTE,
  /** The largest tables that the metrics name. */
  metricsTables: 10,
  /** Equal failures within this time write one entry with a stack, and one with their number. */
  logRepeatSeconds: 10,
  /** Different failures that the log recognizes within that time. */
  logCauses: 100,
  /** Spans that wait for the collector of traces. Further ones are dropped. */
  spansQueued: 2_048,
  spansPerBatch: 512,
  /** The longest wait for the collector to take a batch, with all attempts. */
  spanExportSeconds: 10,
  /** How long a process that stops waits for the collector to take its last spans. */
  spanFlushSeconds: 3,
  /** Spans that the collector did not take write one entry in this time. */
  spanWarningSeconds: 60,
  /** The length of a text of a span, such as a statement. */
  spanTextCharacters: 2_000,
  /** Other requests that a span of a shared read names. */
  spanLinks: 16,
  /** How long the system page waits for one part of the service before it shows it as silent. */
  systemPatienceMs: 2_000,
  /** How long the state of the system is kept, so that open pages do not read it one by one. */
  systemCacheSeconds: 5,
  /** The latest failed jobs that the system page lists. */
  systemFailedJobs: 20,
  /** The smallest body that is compressed. Smaller ones fit into one packet anyway. */
  compressedBytesMin: KIB,
  /** The largest body that is compressed. Larger ones would delay others. */
  compressedBytesMax: 4 * MIB,
  /** The level of Brotli and gzip: most of the gain at a fraction of the best level's time. */
  compressionQuality: 4,
  /** Concurrent compressions in one process, which leaves two of Node's four threads for files. */
  compressionsAtOnce: 2,
  /** Bodies that wait for compression; further ones are sent uncompressed. */
  compressionsWaiting: 32,
  /** The cache size for compressed public bodies in one process. */
  compressedCacheBytes: 16 * MIB,
  /** The size of the stored responses of public reads in one process, with their codings. */
  sharedReadsBytes: 64 * MIB,
  /** The size of the JSON of documents in one process, from which responses are assembled. */
  documentTextsBytes: 32 * MIB,
  /** The cache time of a preflight response, the maximum of Chromium. */
  preflightCacheSeconds: 2 * HOUR,
  /** Open connections of one process; further ones are closed at once. */
  connections: 5_000,
  /** Open connections of one address, such as a household or an office behind one router. */
  connectionsOfAddress: 1_000,
  /** Parsed requests that wait for an earlier one of their connection. */
  pipelinedPerSocket: 8,
  /**
   * Such requests over all connections, at about 4 kB each: two packets of small requests. A
   * connection is closed only beyond both limits.
   */
  pipelinedInAll: 5_000,

  // Requests.
  /** A credential is verified again if its request's body took longer than this. */
  credentialFreshSeconds: 2,
  /** The default body size of a route. */
  bodyBytes: 64 * KIB,
  /**
   * The nesting depth of JSON, far above any documented body. Deeper JSON is an attack on recursive
   * code.
   */
  jsonLevels: 32,
  requestIdCharacters: 128,
  userAgentCharacters: 512,
  /** A form of a page: a description and a few lists. */
  formBytes: 32 * KIB,
  formFields: 200,
  /** A form with a file: 20 MiB at 70 kB/s. */
  fileFormSeconds: 5 * MINUTE,
  /** Boundaries and part headers of such a form. */
  fileFormFramingBytes: 16 * KIB,
  /** Concurrent forms with files in one process; each may use 20 MiB of disk. */
  fileFormsAtOnce: 64,
  /** Such forms of one account, so that it cannot take all of them. */
  fileFormsOfOne: 4,

  // GraphQL operations that clients write themselves.
  /** The nesting depth of a document. The stored operations of the REST facade need 7. */
  graphqlDepth: 12,
  /**
   * The cost of one operation: about one per resolved field. A page of 100 full mods costs about
   * 15,000, and the standard introspection query about 14,000.
   */
  graphqlCost: 25_000,
  graphqlBodyBytes: 256 * KIB,
  /**
   * A message to the MCP endpoint without the arguments of its tool: ten times what clients send.
   * The SDK takes a second of the processor for a hundred times as much.
   */
  mcpEnvelopeCharacters: 8 * KIB,
  /** The tokens of a document: ten times those of the introspection query. */
  graphqlTokens: 4_000,
  /** Aliases of fields without subfields in one document. */
  graphqlAliases: 50,
  /**
   * The characters of all texts and member names in the response to a query: 100 mods with 80,000
   * each.
   */
  graphqlResponseCharacters: 8 * MIB,

  // Live updates.
  /** Open streams of one user in one process: some windows, and some programs. */
  liveStreamsPerUser: 20,
  /** Open streams of one process. Each holds one of its connections. */
  liveStreams: 2_000,
  /** A stream ends after this time. Its client connects again, perhaps to another process. */
  liveStreamSeconds: 30 * MINUTE,
  /**
   * The longest time between two checks of a stream's access. Changes of access are announced, so
   * this only finds what expires.
   */
  liveCheckSeconds: MINUTE,
  /** A client that reads nothing for this long loses its stream. */
  liveStallSeconds: 20,
  /** Changed rows that wait for a slow client. With more, it loses its stream. */
  liveChangesWaiting: 200,
  /** The retry delay of a client whose stream is rejected. */
  liveRetrySeconds: 30,

  // Credentials.
  /** How long a browser stays signed in. */
  webSessionLifetimeSeconds: 30 * DAY,
  /** Sessions of one user: more than any user needs, even if a browser loses its cookies daily. */
  webSessionsPerUser: 50,
  sessionUserAgentCharacters: 300,
  passwordCharactersMin: 8,
  passwordCharactersMax: 200,
  /**
   * Password checks at once in one process. Each takes 64 MiB, and one of Node's four threads for a
   * tenth of a second.
   */
  passwordsAtOnce: 2,
  /** Password checks that wait. A further one would wait for more than two seconds. */
  passwordsWaiting: 40,
  /** The time between the password and the code of the second factor. */
  secondFactorSeconds: 5 * MINUTE,
  /** How long a new second factor may wait for its first code. */
  totpEnrolmentSeconds: 15 * MINUTE,
  recoveryCodes: 10,
  /** How long a form shows its new recovery codes again, from the time when it was opened. */
  recoveryCodesShownSeconds: 15 * MINUTE,
  passkeysPerUser: 20,
  passkeyNameCharacters: 60,
  /** How long a page with a button for a passkey may wait for its click. */
  passkeyChallengeSeconds: 10 * MINUTE,
  /** How long a network stays known to an account after a sign-in from there. */
  knownNetworkSeconds: 90 * DAY,
  /** The lifetime of a link that verifies an address: time to look at the mail on the next day. */
  verifyEmailSeconds: DAY,
  /** The lifetime of a link that resets a password. Its user waits for it. */
  resetPasswordSeconds: HOUR,
  /** The longest new username. */
  usernameCharacters: 39,
  /** A password must not contain the username if the username has at least this length. */
  usernameInPasswordCharacters: 4,
  /** How long a form can be sent that was opened before sign-in. */
  visitLifetimeSeconds: 12 * HOUR,
  nonceCharactersMin: 8,
  nonceCharactersMax: 512,
  idTokenLifetimeSeconds: 5 * MINUTE,
  accessTokenLifetimeSeconds: 15 * MINUTE,
  agentTokenLifetimeSeconds: 15 * MINUTE,
  /** The workflows that may publish one mod: a few repositories with a few files. */
  trustedPublishersPerMod: 10,
  /** Trusted publishers that one account added, for all mods: one transaction can end them all. */
  trustedPublishersPerAccount: 500,
  /** The longest path of a project, and the longest name of a workflow file or an environment. */
  trustedPublisherCharacters: 255,
  /** The largest token of CI. Usual ones have about 2 KiB. */
  ciTokenBytes: 16 * KIB,
  /** The tolerated difference between the clocks of the service and of an issuer. */
  ciClockSkewSeconds: 30,
  /** The highest age of a CI token. A job that builds for hours may get its token at its start. */
  ciTokenAgeSeconds: DAY,
  /** The timeout of the discovery document and the key set of an issuer together. */
  ciIssuerSeconds: 5,
  ciDiscoveryBytes: 64 * KIB,
  ciKeySetBytes: 256 * KIB,
  ciKeysPerIssuer: 100,
  /** How long the key set of an issuer is used. */
  ciKeysKeptSeconds: HOUR,
  /** The minimum time between two reads of a key set because of unknown keys. */
  ciKeysRereadSeconds: MINUTE,
  /** The minimum time after a failed read of an issuer's key set. */
  ciIssuerRetrySeconds: 5,
  /** The lifetime of each refresh token; after it the user signs in again. */
  refreshTokenLifetimeSeconds: 30 * DAY,
  /** The lifetime of an authorization code: from a redirect to the next request of the program. */
  authorizationCodeLifetimeSeconds: MINUTE,
  /**
   * The lifetime of a device code: time to find another device, sign in there and type the code.
   */
  deviceCodeLifetimeSeconds: 10 * MINUTE,
  /** The initial poll interval of a device. Each early poll adds the same again (RFC 8628 3.5). */
  devicePollSeconds: 5,
  /** Requests of one address to the OAuth endpoints, over all applications. */
  oauthRequestsPerAddressPerMinute: 1_200,
  /** The lifetime of an authorization that waits for its user. */
  interactionLifetimeSeconds: HOUR,
  /** How long expired records stay, so that a late client learns that they expired. */
  expiredRecordsKeptSeconds: DAY,
  /** The age at which a signing key of ID tokens is replaced. */
  signingKeyLifetimeSeconds: 90 * DAY,
  /** How long a new key is published before it signs: longer than any client caches the key set. */
  signingKeyAheadSeconds: DAY,
  /** How long clients and caches may keep the metadata and the key set. */
  metadataCacheSeconds: HOUR,
  /** How often a process reads the signing keys again. */
  signingKeyRereadSeconds: 30,
  /** How long a process uses its encryption keys before it checks the key file again. */
  keyFileRereadSeconds: 1,
  /** How long a former encryption key verifies: as long as the sessions from its time may last. */
  formerKeySeconds: 30 * DAY,
  /** How long a proof of the second factor is valid. */
  stepUpLifetimeSeconds: 15 * MINUTE,
  /** How long a rotated key still works. */
  apiKeyOverlapSeconds: 10 * MINUTE,
  /**
   * The longest lifetime of an API key: a year and a day, so that a yearly renewal is never late.
   */
  apiKeyLifetimeSeconds: 366 * DAY,
  /** The delay with which other processes may show the last use of a key. */
  lastUsesSeconds: MINUTE,
  credentialNameCharacters: 100,
  /** The valid tokens and keys of one user. */
  credentialsPerUser: 100,
  /** The mods to which one credential may be limited. For more, use one for all mods. */
  resourceGrantsPerCredential: 100,

  // OAuth applications.
  /** The applications of one user. */
  appsPerUser: 25,
  /** The name of an application fits into one line of the consent page. */
  appNameCharacters: 60,
  /** The redirect URIs of one application: a program on several platforms, with its stages. */
  redirectUrisPerApp: 10,
  /** The rows of a list that an operator command prints. */
  operatorListRows: 1_000,
  /** A few sentences, to an application's owner or to other moderators about an upload. */
  reviewNoteCharacters: 1_000,
  reportCharacters: 4_000,
  /** The undecided reports of one mod. Further ones add nothing. */
  openReportsPerMod: 200,
  /**
   * Reports without an account are counted separately, so that they cannot keep out those of users.
   */
  openAnonymousReportsPerMod: 50,
  /** The time to appeal after a report was upheld. */
  appealSeconds: 180 * DAY,
  /** The longest time that the address of a reporter without an account stays. */
  reporterAddressSeconds: 180 * DAY,

  // Profiles.
  /** Fits next to a title in one line of a list. */
  displayNameCharacters: 60,
  /** A few paragraphs about an author. */
  bioCharacters: 2_000,
  profileLinks: 5,

  // Exports and deletion of accounts.
  /** The time between the request to delete an account and the deletion. */
  accountDeletionSeconds: 30 * DAY,
  /** Accounts that one run deletes. */
  accountDeletionsPerRun: 100,
  /** How long an account that never verified its address, and owns nothing, is kept. */
  unverifiedAccountSeconds: 30 * DAY,
  /** How long an export can be downloaded. */
  exportKeptSeconds: 7 * DAY,
  /** The time between two requests of an export. */
  exportEverySeconds: DAY,
  /** Rows of an export that are in memory at one time. */
  exportPageRows: 500,
  /** How long the signed address of an export works; the page signs a new one for each download. */
  exportUrlSeconds: 5 * MINUTE,

  // Agent tools and webhooks.
  confirmationLifetimeSeconds: 5 * MINUTE,
  webhookAttempts: 8,
  /** How long the previous secret stays valid after a rotation. */
  webhookRotationOverlapSeconds: DAY,
  /** How old a delivery's signature may be for its receiver. */
  webhookToleranceSeconds: 5 * MINUTE,
  /** Exhausted deliveries in a row, after which the subscription is disabled. */
  webhookExhaustedBeforeDisabled: 5,
  /** Active subscriptions of a user, per application or without one. */
  webhookSubscriptionsPerApplication: 20,
  /** Active ones of a user through all applications: five applications at their limit. */
  webhookSubscriptionsPerAccount: 100,
  /**
   * Subscriptions of a user through one application, or without one, disabled ones included. A
   * disabled one costs a row, but no deliveries.
   */
  webhookSubscriptionsKept: 100,
  /** The purpose of a subscription, in one sentence. */
  webhookDescriptionCharacters: 200,
  /**
   * The wait after the first attempt. Each further wait is three times as long: 24 hours for all
   * eight.
   */
  webhookBackoffSeconds: 80,
  webhookBackoffFactor: 3,
  /** The timeout of the whole response. A receiver should store a delivery and process it later. */
  webhookResponseSeconds: 10,
  /** The part of a response that is read, to show its beginning. */
  webhookResponseBytes: 4 * KIB,
  webhookSnippetCharacters: 200,
  /** The timeout of a DNS lookup of an external host. */
  outboundLookupSeconds: 2,
  /** Concurrent deliveries to one receiver. */
  webhookDeliveriesAtOnce: 4,
  /** A run of deliveries ends after this, so that other subscriptions get their turn. */
  webhookRunSeconds: 30,
  /** A delivery that started this long ago without a known end is sent again. */
  webhookAttemptLeaseSeconds: MINUTE,
  /** Events that one step distributes. */
  webhookFanOutEvents: 200,
  /** How often the outbox is checked for new events. */
  webhookFanOutSeconds: 2,
  /** How long a delivery can be viewed and repeated. */
  webhookDeliveryKeptSeconds: 30 * DAY,

  // Mail.
  /** The timeout of a mail server. A slow one is tried again later. */
  smtpResponseSeconds: 15,
  /** With doubling waits, the last attempt is 17 hours after the first: a night and a morning. */
  mailAttempts: 11,
  mailBackoffSeconds: MINUTE,
  /** The messages that are kept as files if no mail server is configured. */
  mailFilesKept: 1_000,
  /** How long the row of a message stays after its end, for operators. */
  mailKeptSeconds: 30 * DAY,
  /** Messages cut longer titles and names. */
  mailQuoteCharacters: 100,
  /** A team change that is undone within this time sends one message instead of two. */
  teamMailDelaySeconds: MINUTE,
  /** The minimum time between two messages to a recipient about the same change of the same mod. */
  teamMailWindowSeconds: HOUR,
  /**
   * Messages about teams to a recipient per day. Mods that were never published have a separate
   * count, and so has each mod that the recipient created or made a version of.
   */
  teamMailsPerDay: 20,
  teamMailsDaySeconds: DAY,

  // API changes.
  /** The time from an operation's deprecation to its removal (Spec 9, at least 90 days). */
  deprecationNoticeSeconds: 90 * DAY,

  // Promised freshness (Spec 8, objectives).
  catalogFreshnessSeconds: 15,
  searchFreshnessSeconds: 15,
} as const;

/** The limits that a start of the service can replace. Tests start services with smaller ones. */
export type StartLimits = Readonly<
  Record<
    | 'singleUploadBytes'
    | 'partSizeBytes'
    | 'idempotencyLeaseSeconds'
    | 'planSolverSeconds'
    | 'keyFileRereadSeconds'
    | 'ciIssuerSeconds'
    | 'siteMapMods'
    | 'sharedReadsBytes'
    | 'documentTextsBytes'
    | 'proxyProbeFirstSeconds'
    | 'replicaBeatSeconds'
    | 'replicaLagSeconds'
    | 'liveStreamsPerUser'
    | 'liveStreams'
    | 'liveStreamSeconds'
    | 'liveCheckSeconds'
    | 'systemCacheSeconds',
    number
  >
>;

/**
 * The widths in which a larger picture is also stored. They suit a list on a phone, a card or list
 * on a high-density phone, a page, and a page on a large screen. Each step roughly doubles the
 * bytes.
 */
export const IMAGE_WIDTHS = [320, 640, 1_280, 1_920] as const;

/** The limits of an archive and its content, beyond which it is rejected or reviewed. */
export const ARCHIVE_LIMITS = {
  entries: LIMITS.archiveEntries,
  /**
   * Entries of an upload and all its nested archives. A modpack of several hundred jars has less
   * than half of this. Without it, nested archives of 100 MB could contain hundreds of millions.
   */
  entriesInAll: 1_000_000,
  centralDirectoryBytes: 32 * MIB,
  /** If the contents are larger than this, they may be at most `ratio` times the archive's size. */
  ratioFromBytes: 64 * MIB,
  ratio: 200,
  /** If an entry is larger than this, it may be at most `entryRatio` times its packed size. */
  entryRatioFromBytes: 16 * MIB,
  entryRatio: 1_000,
  /**
   * The unpacked size of one upload with its nested archives: ten times the largest upload. Mods
   * are mostly compressed media, which grow little. With `ratio` alone, 20 GiB could become 4 TB
   * and occupy an inspection for days.
   */
  unpackedBytes: 10 * LIMITS.archiveBytes,
  /** A contained file above this size cannot be scanned and needs manual review. */
  antivirusStreamBytes: 100 * MIB,
  nestedDepth: 3,
  /** The memory of all nested archives that are open at one time. */
  nestedMemoryBytes: 32 * MIB,
  /** The longest path of an entry: longer than common file systems support. */
  pathCharacters: 1_024,
  pathSegments: 64,
  /** The longest name on Linux and macOS, in bytes of UTF-8. */
  segmentBytes: 255,
  /** Files that name the scripts of a loader: how many of an archive are read, and of what size. */
  scriptManifests: 8,
  scriptManifestBytes: 256 * KIB,
  /** How many paths an inspection compares with the declared manifest. */
  listedPaths: 1_000,
  /** How many characters the paths in the list for moderators have in all. */
  listedCharacters: 200_000,
  /**
   * The memory of one 7z or RAR decoder: itself and a dictionary of 256 MiB, four times the highest
   * common level. Above it, the upload needs a review.
   */
  decoderMemoryBytes: 288 * MIB,
  /** A decoder that neither reads nor writes for this long is stuck. */
  decoderStallSeconds: MINUTE,
} as const;

/**
 * The memory of all inspections in one process; further ones wait. Each inspection first reserves
 * the cost of the largest structure, and releases the unneeded part as soon as that is known. So
 * usually many fit.
 */
export const INSPECTION_MEMORY = {
  /** The largest structure, of some 380 MiB, and beside it many of the usual size. */
  structureBytes: 512 * MIB,
  /** The largest decoder, together with some of the typical 32 to 64 MiB. */
  decoderBytes: 384 * MIB,
  /**
   * A decoder without its dictionary: 7-Zip starts with 17 MiB and reads ahead one MiB per input.
   */
  decoderBaseBytes: 32 * MIB,
  /** A decoder stores names with 32 bits per character, and its own records. */
  decoderPerHeaderByte: 6,
  /** Buffers of the store and of inflation, and the hashing thread or later a decoder's buffers. */
  buffersBytes: 8 * MIB,
  /**
   * The header itself, and six bytes for each byte of a name. These are two each for its path, its
   * path in code page 437, and one of them folded. The rest is for the sorted lists.
   */
  perHeaderByte: 8,
  /** The objects of one entry, as measured. */
  perEntryBytes: KIB,
  /** A nested archive, and the memory of its own structure. */
  perNestedByte: 2,
} as const;

/** The limits of one rate class: requests per minute and body size. */
export interface RateClassRow {
  /** Requests per minute of one client address, or one IPv6 /64, without a credential. */
  readonly anonymousPerMinute: number;
  /** Of one token or key. */
  readonly credentialPerMinute: number;
  /** Of all credentials of one user, so that another token bypasses nothing. */
  readonly userPerMinute: number;
  /** Of one OAuth application, over all its users. */
  readonly clientPerMinute: number;
  readonly bodyLimitBytes: number;
}

// A user runs a few tools at a time; an application serves many users.
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
 * The rate classes of routes. A class is also the `quota_bucket` in a 429 (Spec 8). The numbers let
 * a mod manager read a modpack of 200 mods within a minute.
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
  /** A session may include the manifest of its archive. */
  'upload-write': rateClass(30, 240, LIMITS.archiveManifestBytes + LIMITS.bodyBytes),
  credentials: rateClass(10, 30),
  account: rateClass(30, 120),
  /** A draft from an agent is as long as any other. */
  agent: rateClass(30, 120, 512 * KIB),
  webhooks: rateClass(10, 60),
  auth: rateClass(30, 60),
  /** Pages for people; a class at school signs in at the same time, from one address. */
  pages: rateClass(240, 240, LIMITS.formBytes),
  /**
   * The OAuth endpoints, for one application at one address. It allows twenty devices that poll
   * twelve times a minute, for example a class at school. All unknown client ids of an address
   * count as one.
   */
  oauth: rateClass(240, 240),
  /** The metadata and the key set of OAuth, which clients read before anything else. */
  discovery: rateClass(600, 600),
  /** Reports of mods, also without an account. */
  reports: rateClass(5, 10),
  /** Every GraphQL request; its fields are also counted in the classes of their routes. */
  graphql: rateClass(120, 240, LIMITS.graphqlBodyBytes),
} as const satisfies Readonly<Record<string, RateClassRow>>;

/** The name of a rate class. */
export type RateClass = keyof typeof RATE_CLASSES;

/**
 * The rate classes of GraphQL fields without a REST route that do more than read a few rows: sums
 * over a year, writes to the catalog, and requests to other servers.
 */
export const FIELD_RATES: Readonly<Record<string, RateClass>> = {
  modStatistics: 'bulk',
  myStatistics: 'bulk',
  orderModGallery: 'mod-write',
  takeDownMod: 'mod-write',
  liftModTakedown: 'mod-write',
  testWebhookSubscription: 'webhooks',
};

/** Quotas that are not requests per minute. `download_leases` counts concurrent downloads. */
export const OTHER_QUOTA_BUCKETS = [
  'download_leases',
  'download_bytes',
  'upload_bytes',
  'upload_parts',
  'plan_time',
] as const;

/** The possible `quota_bucket` of a 429: a rate class or another quota, not one of its buckets. */
export type QuotaBucket = RateClass | (typeof OTHER_QUOTA_BUCKETS)[number];

/**
 * A limit of wrong guesses or of requests for mails: `attempts` in a window. The count restarts
 * when the window has ended.
 */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** The limits of one kind of guess; see `guardedGuess`. */
interface GuessLimits {
  /** At one account from one network: a user who forgot or mistypes. */
  readonly pair: AttemptLimit;
  /** At one account from unknown networks: a distributed attack. */
  readonly account: AttemptLimit;
  /** From one network at all accounts: one password tried everywhere. */
  readonly network: AttemptLimit;
}

/** Many users share the one address of a school or a company. */
const NETWORK: AttemptLimit = { attempts: 100, windowSeconds: HOUR };

/** The guessable secrets and their limits. */
export const GUESS_LIMITS = {
  /** A hundred a day find only the worst passwords. */
  password: {
    pair: { attempts: 10, windowSeconds: 15 * MINUTE },
    account: { attempts: 100, windowSeconds: DAY },
    network: NETWORK,
  },
  /**
   * Three of a million codes are valid: at forty guesses a day, an attacker with the password needs
   * years.
   */
  totp: {
    pair: { attempts: 10, windowSeconds: 6 * HOUR },
    account: { attempts: 30, windowSeconds: DAY },
    network: NETWORK,
  },
  /** The short code of a device, typed by a signed-in user. */
  user_code: {
    pair: { attempts: 10, windowSeconds: 15 * MINUTE },
    account: { attempts: 30, windowSeconds: HOUR },
    network: NETWORK,
  },
} as const satisfies Readonly<Record<string, GuessLimits>>;

/** The name of a guessable secret. */
export type GuessPurpose = keyof typeof GUESS_LIMITS;

/** The limits of the requests of one form that send a mail. */
interface MailRequestLimits {
  /** For one mailbox: a user who cannot find the mail, and never a flood. */
  readonly mailbox: AttemptLimit;
  /** From one IPv4 /24 or IPv6 /64: a class at school. */
  readonly network: AttemptLimit;
  /** From one IPv6 /48, which hosters give to one customer. */
  readonly customer: AttemptLimit;
}

/**
 * The mails of sign-ups and new addresses to one mailbox in a day, all `+` tags together. It keeps
 * strangers from flooding a mailbox without an account. Links that reset a password do not count:
 * otherwise a stranger could use up the limit of an owner who needs one. Reports have a daily limit
 * of their own.
 */
export const MAILBOX_DAY_LIMIT: AttemptLimit = { attempts: 15, windowSeconds: DAY };

/** The forms without a credential, or for a new address, that send a mail, with their limits. */
export const MAIL_REQUEST_LIMITS = {
  sign_up: {
    mailbox: { attempts: 5, windowSeconds: HOUR },
    network: { attempts: 40, windowSeconds: HOUR },
    customer: { attempts: 120, windowSeconds: HOUR },
  },
  verify_email: {
    mailbox: { attempts: 5, windowSeconds: HOUR },
    network: { attempts: 60, windowSeconds: HOUR },
    customer: { attempts: 180, windowSeconds: HOUR },
  },
  reset_password: {
    mailbox: { attempts: 5, windowSeconds: HOUR },
    network: { attempts: 60, windowSeconds: HOUR },
    customer: { attempts: 180, windowSeconds: HOUR },
  },
  // Only a moderator's decision sends the mail, so few mails in a day are enough.
  report: {
    mailbox: { attempts: 5, windowSeconds: DAY },
    network: { attempts: 40, windowSeconds: HOUR },
    customer: { attempts: 120, windowSeconds: HOUR },
  },
} as const satisfies Readonly<Record<string, MailRequestLimits>>;

/** The name of a form that sends a mail. */
export type MailRequest = keyof typeof MAIL_REQUEST_LIMITS;

/** Cost parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The cost of a password hash: about 100 ms and 64 MiB on a small server. Tests use a lower one.
 */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 16, r: 8, p: 1 };
