import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';

const HELM = process.env['HELM_PATH'] || undefined;
/** The program that checks objects against the schemas of Kubernetes. */
export const VALIDATE = process.env['KUBECTL_VALIDATE_PATH'] || undefined;
/** The folder with the schemas of the objects that operators add to Kubernetes. */
export const OPERATOR_SCHEMAS = process.env['OPERATOR_SCHEMAS'] || undefined;
/** Whether the programs for the tests of the chart are there. */
export const isHere =
  HELM !== undefined && VALIDATE !== undefined && OPERATOR_SCHEMAS !== undefined;
/** The end of a suite's name, which says why its tests did not run. */
export const NEEDS = isHere
  ? ''
  : ' (left out: HELM_PATH, KUBECTL_VALIDATE_PATH or OPERATOR_SCHEMAS is not set)';

const chart = join(projectRoot(), 'deploy', 'helm', 'modport');
const KUBERNETES = '1.30.0';

/** The components of the chart, each with a Deployment. */
export const COMPONENTS = ['api', 'worker'];

const args = (command: readonly string[], values: string, more: readonly string[]) => [
  ...command,
  chart,
  '--kube-version',
  KUBERNETES,
  '--values',
  join(chart, 'ci', `${values}-values.yaml`),
  ...more,
];

/** The objects of the chart as YAML, with a file of values in `ci` and more flags. */
export const template = (values: string, ...more: string[]) =>
  execFileSync(HELM ?? 'helm', args(['template', 'test'], values, more), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Runs a command of Helm on the chart, and returns its result. */
export const helm = (command: readonly string[], values: string, ...more: string[]) =>
  spawnSync(HELM ?? 'helm', args(command, values, more), { encoding: 'utf8' });

/** The message with which the chart refuses values. Throws if it accepts them. */
export function refusal(...values: string[]): string {
  const { status, stderr } = helm(['template', 'test'], 'least', ...setting(values));
  if (status === 0) throw new Error('The chart accepts these values');
  return stderr;
}

/** The flags of Helm that set values. */
export const setting = (values: readonly string[]) => values.flatMap((value) => ['--set', value]);

const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

type KubernetesObject = z.output<typeof object>;

/** The objects of a text with YAML documents. */
export const objectsOf = (text: string): KubernetesObject[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as unknown)
    .filter((content) => content !== null)
    .map((content) => object.parse(content));

const deployment = z.looseObject({
  replicas: z.number().optional(),
  template: z.looseObject({
    spec: z.looseObject({
      terminationGracePeriodSeconds: z.number(),
      containers: z.array(z.looseObject({})).length(1),
      volumes: z.array(z.looseObject({ name: z.string() })),
    }),
  }),
});

/** The pod of a component, its only container and its replicas. */
export function podOf(objects: readonly KubernetesObject[], component: string) {
  const found = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `test-modport-${component}`,
  );
  const { replicas, template: pod } = deployment.parse(found?.['spec']);
  return { replicas, pod: pod.spec, container: pod.spec.containers[0] };
}

/** Kind and name of each object. */
export const kindsOf = (objects: readonly KubernetesObject[]) =>
  new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
