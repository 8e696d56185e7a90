import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

describe('WAL_ARCHIVE', () => {
  test.runIf(process.platform !== 'win32')('an archive outside of DATA_DIR is accepted', () => {
    const { walArchive } = loadConfig({
      DATA_DIR: '/srv/modport',
      WAL_ARCHIVE: '/srv/modport-wal',
    });
    expect(walArchive).toBe('/srv/modport-wal');
  });

  test.each(['/srv/modport', '/srv/modport/wal', '/srv/modport/..wal'])(
    'an archive in DATA_DIR, such as %s, is refused',
    (archive) => {
      const env = { DATA_DIR: '/srv/modport', WAL_ARCHIVE: archive };
      expect(complaint(env)).toMatch(/^WAL_ARCHIVE is set to a folder in DATA_DIR/);
    },
  );

  test('an archive of another PostgreSQL is refused', () => {
    const env = { DATABASE_URL: 'postgresql://u:p@db.example/mods', WAL_ARCHIVE: '/srv/wal' };
    expect(complaint(env)).toMatch(/^WAL_ARCHIVE is set, but so is DATABASE_URL/);
  });
});
