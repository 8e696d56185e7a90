import type pg from 'pg';

/** The objects and encryption keys that the rows of a database need. */
export interface StoredKeys {
  /** The keys of objects that the store must have. */
  readonly keys: readonly string[];
  /** The purposes of the rows in `server_keys`. Many contain the id of an encryption key. */
  readonly purposes: readonly string[];
}

/**
 * Reads which objects and encryption keys the rows need. Bytes that are known to be lost are not
 * expected.
 */
export async function storedKeys(client: pg.ClientBase): Promise<StoredKeys> {
  const objects = await client.query<{ key: string }>(
    `select storage_key as key from blobs where state = 'sealed'
      union select 'media/' || unnest(objects) from media where deleted_at is null`,
  );
  const keys = await client.query<{ purpose: string }>('select purpose from server_keys');
  return {
    keys: objects.rows.map(({ key }) => key),
    purposes: keys.rows.map(({ purpose }) => purpose),
  };
}
