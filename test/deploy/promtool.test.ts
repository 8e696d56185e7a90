import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';

const PROMTOOL = process.env['PROMTOOL_PATH'] || undefined;
const NEEDS = PROMTOOL === undefined ? ' (left out: PROMTOOL_PATH is not set)' : '';
const deploy = join(projectRoot(), 'deploy');
const run = (...args: string[]) =>
  execFileSync(PROMTOOL ?? 'promtool', args, { cwd: join(deploy, 'prometheus'), encoding: 'utf8' });

const panels = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

describe.skipIf(PROMTOOL === undefined)(`with promtool${NEEDS}`, () => {
  test.each(['prometheus.yml', '../compose/prometheus.yml'])(
    'promtool accepts the configuration %s and the alerts',
    (file) => {
      expect(run('check', 'config', file)).toContain('SUCCESS');
    },
  );

  test.each(['alerts.test.yml', '../compose/alerts.test.yml'])(
    'each alert fires in its case of %s and is silent in the other one',
    (file) => {
      expect(run('test', 'rules', file)).toContain('SUCCESS');
    },
  );

  test.each(readdirSync(join(deploy, 'grafana')))('promtool accepts each query of %s', (file) => {
    const text = readFileSync(join(deploy, 'grafana', file), 'utf8');
    const exprs = panels.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets);
    const rules = exprs.map(({ expr }, at) => ({ record: `panel:${at}`, expr }));
    const folder = mkdtempSync(join(tmpdir(), 'modport-dashboards-'));
    try {
      // JSON is YAML.
      writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: file, rules }] }));
      expect(run('check', 'rules', join(folder, 'rules.yml'))).toContain(`${rules.length} rules`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
