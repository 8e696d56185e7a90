import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveSettings } from '../../../src/platform/embedded/wal-archive.js';

const SEGMENT = '00000001000000000000000A';

let folder: string;
let archive: string;
let command: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'modport-archive-'));
  archive = join(folder, "it's an archive");
  command = (await archiveSettings(archive, undefined))['archive_command'] ?? '';
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command as PostgreSQL does, and returns its exit code. */
const archived = (path = join(folder, SEGMENT)) => {
  const line = command.replaceAll('%p', path).replaceAll('%f', SEGMENT);
  return spawnSync('/bin/sh', ['-c', line]).status;
};

test('a failed attempt to archive a segment leaves at most one file, until the next one succeeds', () => {
  // gzip creates its output before it notices that the segment is missing.
  for (let attempt = 0; attempt < 3; attempt += 1) expect(archived()).not.toBe(0);
  expect(readdirSync(archive)).toHaveLength(1);
  writeFileSync(join(folder, SEGMENT), 'log');
  expect(archived()).toBe(0);
  expect(readdirSync(archive)).toEqual([`${SEGMENT}.gz`]);
});

test('a segment that the archive has is archived again only with the same content', () => {
  writeFileSync(join(folder, SEGMENT), 'log');
  expect(archived()).toBe(0);
  expect(archived()).toBe(0);
  writeFileSync(join(folder, SEGMENT), 'log of another database');
  expect(archived()).not.toBe(0);
  expect(gunzipSync(readFileSync(join(archive, `${SEGMENT}.gz`))).toString()).toBe('log');
});
