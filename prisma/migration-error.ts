/** The database cannot be migrated; the message is one line for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
