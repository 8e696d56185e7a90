import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';
import { registeredMetrics } from './registered-metrics.js';

const read = (...path: string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

const ruleFile = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.object({ severity: z.enum(['critical', 'warning']) }),
            annotations: z.object({ summary: z.string(), runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .transform(({ groups }) => groups.flatMap(({ rules }) => rules));

const caseFile = z
  .object({
    tests: z.array(
      z.object({
        alert_rule_test: z.array(
          z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
        ),
      }),
    ),
  })
  .transform(({ tests }) => tests.flatMap((each) => each.alert_rule_test));

const FOLDERS = ['prometheus', 'compose'];
const alerts = FOLDERS.flatMap((folder) => {
  return ruleFile.parse(parse(read('deploy', folder, 'alerts.yml')));
});
const cases = FOLDERS.flatMap((folder) => {
  return caseFile.parse(parse(read('deploy', folder, 'alerts.test.yml')));
});

const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});
const dashboards = readdirSync(join(projectRoot(), 'deploy', 'grafana')).map(
  (file) => [file, dashboard.parse(JSON.parse(read('deploy', 'grafana', file))).panels] as const,
);

const operations = read('docs', 'operations.md');

let registered: ReadonlyMap<string, string>;
beforeAll(async () => {
  registered = await registeredMetrics();
});

/** The metrics in an expression or a text. */
const metricsIn = (text: string): string[] => [
  ...new Set(text.match(/\b(modport|nodejs|process)_[a-z0-9_]+/g)),
];

/** The metrics in an expression that no service has. */
const unknownIn = (expr: string): string[] =>
  metricsIn(expr).filter((name) => {
    const family = name.replace(/_(bucket|count|sum)$/, '');
    return !registered.has(name) && registered.get(family) !== 'histogram';
  });

describe('alerts', () => {
  test.each(alerts)('$alert uses only metrics that a service has', ({ expr }) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  test.each(alerts)('$alert has a runbook in docs/operations.md', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    const section = operations.split(/^#+ /m).find((each) => each.startsWith(`${alert}\n`));
    expect(section?.split('\n').slice(1).join('').length).toBeGreaterThan(100);
  });

  test.each(alerts)('$alert has a test in which it fires, and one in which it does not', (rule) => {
    const fires = cases
      .filter(({ alertname }) => alertname === rule.alert)
      .map(({ exp_alerts }) => exp_alerts.length > 0);
    expect(new Set(fires)).toEqual(new Set([true, false]));
  });

  test('docs/operations.md has no runbook of an alert that does not exist', () => {
    const headings = [...operations.matchAll(/^### (Modport\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('dashboards', () => {
  test.each(dashboards)('%s uses only metrics that a service has', (_file, panels) => {
    const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(exprs.flatMap(unknownIn)).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  test('docs/operations.md names every metric of modport, and no other one', () => {
    const own = [...registered.keys()].filter((name) => name.startsWith('modport_'));
    expect(own.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
    const rows = operations.split('\n').filter((line) => line.startsWith('| `modport_'));
    expect(rows.flatMap((row) => unknownIn(row.split('|')[1] ?? ''))).toEqual([]);
  });
});
