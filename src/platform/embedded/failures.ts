/**
 * The embedded PostgreSQL cannot be created, started, copied or recovered. The message is one line
 * for the operator.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The log of a recovery ended before the target time: it has no write after that time. */
export class RecoveryEndedEarly extends EmbeddedPostgresError {
  override name = 'RecoveryEndedEarly';
}

/** Another process owns the data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';

  constructor(
    readonly dataDir: string,
    readonly pid: number,
    /** The purpose of its lock. Operator commands are short, so their end is worth a wait. */
    readonly purpose: 'service' | 'command',
  ) {
    super(
      purpose === 'command'
        ? `another modport command (pid ${pid}) is running on ${dataDir}; wait for its end`
        : `another modport (pid ${pid}) is running on ${dataDir}; stop it or set DATA_DIR`,
    );
  }
}
