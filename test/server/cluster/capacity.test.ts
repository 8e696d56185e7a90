import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import {
  connectionsOfAll,
  embeddedConnectionsOf,
  requestConnectionsOf,
} from '../../../src/server/cluster/capacity.js';

const SIZES = Array.from({ length: LIMITS.serverProcesses }, (_, at) => at + 1);

test('all processes of WORKERS=8 together fit into the 100 connections that PostgreSQL allows by default', () => {
  const reservedBySuperuser = 3;
  for (const servers of SIZES.filter((size) => size <= 8)) {
    expect(connectionsOfAll(servers, true)).toBeLessThanOrEqual(100 - reservedBySuperuser);
  }
});

test('each process has the connections that one request may use, and no more than a single process', () => {
  for (const servers of SIZES) {
    const own = requestConnectionsOf(servers);
    expect(own).toBeGreaterThanOrEqual(LIMITS.databaseConnectionsPerRequest);
    expect(own).toBeLessThanOrEqual(LIMITS.databaseConnections);
  }
});

test('the embedded PostgreSQL allows the connections of all processes and of an operator command', () => {
  const ofCommand = LIMITS.databaseConnections + LIMITS.databaseConnectionsHealth + 1;
  for (const servers of SIZES) {
    const spare = embeddedConnectionsOf(servers) - connectionsOfAll(servers, true);
    expect(spare).toBeGreaterThanOrEqual(ofCommand);
  }
});
