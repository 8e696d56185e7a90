/**
 * The embedded PostgreSQL cannot be created or started. The message is one line for the operator.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process owns the data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';

  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(`another modport (pid ${pid}) is running on ${dataDir}; stop it or set DATA_DIR`);
  }
}
