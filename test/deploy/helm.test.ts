import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../../src/config/config.js';
import { SECRET_VARIABLES } from '../../src/config/environment.js';
import { projectRoot } from '../../src/platform/release.js';
import {
  COMPONENTS,
  helm,
  isHere,
  kindsOf,
  NEEDS,
  OPERATOR_SCHEMAS,
  objectsOf,
  podOf,
  refusal,
  setting,
  template,
  VALIDATE,
} from './rendered-chart.js';

/** The variables of the Secret for an installation with all stores. */
const SECRET = {
  DATABASE_URL: 'postgresql://modport:password@db/modport',
  ENCRYPTION_KEY: 'ab'.repeat(32),
  REDIS_URL: 'redis://redis:6379',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://mail.example.org',
};

describe.skipIf(!isHere)(`the Helm chart${NEEDS}`, () => {
  test.each(['least', 'everything'])('helm lint accepts the chart with %s values', (values) => {
    const run = helm(['lint', '--strict'], values);
    expect(`${run.stdout}${run.stderr}`).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  test.each([
    ['least', []],
    ['everything', []],
    ['everything', ['--set', 'worker.autoscaling.mode=none', '--set', 'networkPolicy.egress=null']],
  ] as const)(
    'Kubernetes and its operators have every field of the objects with %s values %j',
    (values, more) => {
      const objects = objectsOf(template(values, ...more));
      expect(objects.length).toBeGreaterThan(7);
      const folder = mkdtempSync(join(tmpdir(), 'modport-chart-'));
      try {
        const file = join(folder, 'objects.yaml');
        writeFileSync(file, objects.map((each) => `---\n${JSON.stringify(each)}\n`).join(''));
        const run = spawnSync(
          VALIDATE ?? '',
          ['--version', '1.30', '--local-crds', OPERATOR_SCHEMAS ?? '', file],
          { encoding: 'utf8' },
        );
        expect(`${run.status} ${run.stdout}${run.stderr}`).toMatch(/^0 /);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  test.each(COMPONENTS)(
    'the %s has a read-only root, no privilege and its own user',
    (component) => {
      const { pod, container } = podOf(objectsOf(template('least')), component);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      expect(container?.['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container?.['volumeMounts']).toEqual([
        { name: 'data', mountPath: '/data' },
        { name: 'tmp', mountPath: '/tmp' },
      ]);
      expect(pod.volumes.every((volume) => 'emptyDir' in volume)).toBe(true);
    },
  );

  test.each(COMPONENTS)(
    'the %s starts by /readyz, and an outage of a part then leaves it ready',
    (component) => {
      const { container } = podOf(objectsOf(template('least')), component);
      expect(container).toMatchObject({
        args: [component],
        startupProbe: { httpGet: { path: '/readyz' } },
        livenessProbe: { httpGet: { path: '/healthz' } },
        readinessProbe: { httpGet: { path: '/healthz' } },
      });
    },
  );

  test.each(COMPONENTS)('the %s has time to stop cleanly', (component) => {
    const { pod, container } = podOf(objectsOf(template('least')), component);
    expect(container?.['lifecycle']).toEqual({
      preStop: { exec: { command: ['sleep', '5'] } },
    });
    // Ten seconds for open requests, five before, and as much again for jobs and connections.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
  });

  test.each(['least', 'everything'])(
    'the chart with %s values has no Secret, and its pods name that of the operator',
    (values) => {
      const text = template(values);
      const objects = objectsOf(text);
      expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      const map = objects.find(({ kind }) => kind === 'ConfigMap')?.['data'] ?? {};
      expect(Object.keys(map).filter((name) => SECRET_VARIABLES.has(name))).toEqual([]);
      for (const component of COMPONENTS) {
        expect(podOf(objects, component).container?.['envFrom']).toEqual([
          { configMapRef: { name: 'test-modport' } },
          { secretRef: { name: 'modport' } },
        ]);
        expect(podOf(objects, component).container).not.toHaveProperty('env');
      }
    },
  );

  test.each([
    ['least', false],
    ['everything', 1],
  ])(
    'the service starts with %s values and a Secret, and trusts only the ingress',
    (values, trustProxy) => {
      const map = objectsOf(template(values)).find(({ kind }) => kind === 'ConfigMap')?.['data'];
      const data = z.record(z.string(), z.string()).parse(map);
      const config = loadConfig({
        NODE_ENV: 'production',
        ...data,
        ...SECRET,
        MAIL_FROM: 'a@b.org',
      });
      expect(config).toMatchObject({
        publicUrl: 'https://mods.example.org',
        adminPort: 9464,
        trustProxy,
        s3: { bucket: 'example-mods' },
      });
    },
  );

  test.each(['DATABASE_URL=x', 'UNKNOWN=x', 'READ_ONLY=true', 'PUBLIC_URL=null'])(
    'the chart refuses config.%s',
    (value) => {
      expect(refusal(`config.${value}`)).toContain('/config');
    },
  );

  test.each([
    [['ingress.enabled=true'], 'networkPolicy.ingressFrom'],
    [['config.TRUST_PROXY=1'], 'networkPolicy.ingressFrom'],
    [['config.TRUST_PROXY=1', 'networkPolicy.enabled=false', 'service.type=NodePort'], 'NodePort'],
    [
      ['ingress.enabled=true', 'networkPolicy.enabled=false', 'service.type=LoadBalancer'],
      'LoadBalancer',
    ],
  ])('the chart refuses a trusted proxy that clients can go around: %j', (values, reason) => {
    expect(refusal(...values)).toContain(reason);
  });

  test.each([
    [['service.type=LoadBalancer'], 'none'],
    [['service.type=NodePort', 'ingress.enabled=true', 'config.TRUST_PROXY=none'], 'none'],
    [
      ['networkPolicy.ingressFrom[0].podSelector.matchLabels.app=proxy', 'config.TRUST_PROXY=2'],
      '2',
    ],
  ])('the chart with %j sets TRUST_PROXY to %s', (values, trusted) => {
    const map = objectsOf(template('least', ...setting(values))).find(
      ({ kind }) => kind === 'ConfigMap',
    );
    expect(map?.['data']).toMatchObject({ TRUST_PROXY: trusted });
  });

  test('the chart has budgets and policies, and optional parts only if they are on', () => {
    const least = kindsOf(objectsOf(template('least')));
    const always = ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy'].flatMap((kind) =>
      COMPONENTS.map((component) => `${kind} test-modport-${component}`),
    );
    const services = [
      'ConfigMap test-modport',
      'Service test-modport',
      'Service test-modport-admin',
    ];
    expect(least).toEqual(new Set([...always, ...services]));
    const more = [...kindsOf(objectsOf(template('everything')))].filter((kind) => !least.has(kind));
    expect(more.sort()).toEqual([
      'HorizontalPodAutoscaler test-modport-api',
      'HorizontalPodAutoscaler test-modport-worker',
      'Ingress test-modport',
      'PrometheusRule test-modport',
      'ServiceMonitor test-modport',
    ]);
  });

  test('the chart has the alerts of deploy/prometheus/alerts.yml', () => {
    const rule = objectsOf(template('everything')).find(({ kind }) => kind === 'PrometheusRule');
    expect(rule?.['spec']).toEqual(
      parse(readFileSync(join(projectRoot(), 'deploy', 'prometheus', 'alerts.yml'), 'utf8')),
    );
  });
});
