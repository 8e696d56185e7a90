import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ACCESS_TIERS,
  can,
  type ModPermission,
  PLATFORM_ROLES,
  TEAM_ROLES,
} from '../../src/registry/access.js';
import { ARCHIVE_FORMATS } from '../../src/registry/archives.js';
import { EVENTS, isEventKind } from '../../src/registry/events.js';
import { JOBS, PERIODIC_JOBS } from '../../src/registry/jobs.js';
import { LIMITS } from '../../src/registry/limits.js';
import { EVENT_FACTS } from '../contract/facts.js';

describe('team roles', () => {
  it('the owner role has every permission of every team role', () => {
    for (const permission of Object.values(TEAM_ROLES).flat()) {
      expect(can('owner', permission), permission).toBe(true);
    }
  });

  const promised: [keyof typeof TEAM_ROLES, readonly ModPermission[], readonly ModPermission[]][] =
    [
      [
        'maintainer',
        [
          'read-drafts',
          'metadata',
          'media',
          'versions',
          'uploads',
          'publish',
          'rollback',
          'references',
          'statistics',
        ],
        ['team', 'delete'],
      ],
      [
        'publisher',
        ['read-drafts', 'versions', 'uploads', 'publish', 'references', 'statistics'],
        ['metadata', 'media', 'rollback', 'team', 'delete'],
      ],
      [
        'reviewer',
        ['read-drafts'],
        [
          'metadata',
          'media',
          'versions',
          'uploads',
          'publish',
          'rollback',
          'references',
          'statistics',
          'team',
          'delete',
        ],
      ],
    ];

  it.each(promised)(
    'team role %s has the promised permissions and lacks the reserved ones',
    (role, allowed, refused) => {
      expect(allowed.filter((permission) => !can(role, permission))).toEqual([]);
      expect(refused.filter((permission) => can(role, permission))).toEqual([]);
    },
  );
});

describe('roles and access tiers', () => {
  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');

  it.each([
    ['TeamRole', Object.keys(TEAM_ROLES)],
    ['PlatformRole', PLATFORM_ROLES],
    ['AccessTier', ACCESS_TIERS],
  ])('enum %s of the database has the values of the registry', (name, values) => {
    const [, body = ''] = new RegExp(`^enum ${name} \\{([^}]*)\\}`, 'm').exec(schema) ?? [];
    expect(body.trim().split(/\s+/)).toEqual(values);
  });
});

describe('events', () => {
  it('event kinds are those of the contract', () => {
    expect(Object.keys(EVENTS).join(' ')).toBe(EVENT_FACTS);
  });

  it('isEventKind rejects an unknown kind', () => {
    expect(isEventKind('mod.updated')).toBe(true);
    expect(isEventKind('toString')).toBe(false);
  });
});

describe('jobs', () => {
  it('the scan-upload job has at most three attempts', () => {
    expect(JOBS['scan-upload'].maxAttempts).toBe(3);
  });

  it('the index-mod job retries within the search freshness limit', () => {
    expect(JOBS['index-mod'].backoffSeconds).toBeLessThan(LIMITS.searchFreshnessSeconds);
  });

  it('periodic jobs are in the list of the clock, each with a period above zero', () => {
    const kinds = PERIODIC_JOBS.map(([kind]) => kind);
    expect(kinds).toEqual([
      'rescan-blobs',
      'refresh-search',
      'catch-up-search',
      'refresh-documents',
      'count-downloads',
      'freeze-ranks',
      'check-references',
      'sweep-uploads',
      'sweep-staging',
      'sweep-storage',
      'sweep-history',
      'collect-blobs',
      'verify-blobs',
      'sweep-digests',
      'sweep-mirror',
      'sweep-identity',
      'delete-accounts',
      'fan-out-events',
      'sweep-webhooks',
      'sweep-media',
    ]);
    for (const [, everySeconds] of PERIODIC_JOBS) expect(everySeconds).toBeGreaterThan(0);
  });
});

describe('archives', () => {
  it('archive formats are 7z, jar, rar and zip', () => {
    expect(Object.keys(ARCHIVE_FORMATS).toSorted()).toEqual(['7z', 'jar', 'rar', 'zip']);
  });
});
