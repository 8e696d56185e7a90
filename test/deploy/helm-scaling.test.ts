import { describe, expect, test } from 'vitest';
import {
  COMPONENTS,
  isHere,
  NEEDS,
  objectsOf,
  podOf,
  refusal,
  setting,
  template,
} from './rendered-chart.js';

describe.skipIf(!isHere)(`the number of pods in the Helm chart${NEEDS}`, () => {
  test.each(COMPONENTS)('the budget of the %s never blocks the drain of a node', (component) => {
    const specs = (...more: string[]) =>
      objectsOf(template('least', ...setting(more)))
        .filter(({ kind }) => kind === 'PodDisruptionBudget')
        .filter(({ metadata }) => metadata.name === `test-modport-${component}`)
        .map(({ spec }) => spec);
    // Even a single pod may go, and so may pods that are unready for another reason.
    const always = { unhealthyPodEvictionPolicy: 'AlwaysAllow' };
    expect(specs(`${component}.replicas=1`)).toMatchObject([{ maxUnavailable: 1, ...always }]);
    const budget = `${component}.podDisruptionBudget`;
    const least = specs(`${budget}.maxUnavailable=null`, `${budget}.minAvailable=50%`);
    expect(least).toMatchObject([{ minAvailable: '50%', ...always }]);
    expect(least[0]).not.toHaveProperty('maxUnavailable');
    expect(specs(`${budget}=null`)).toEqual([]);
  });

  test.each(COMPONENTS)('the chart refuses a budget of the %s with two limits', (component) => {
    expect(refusal(`${component}.podDisruptionBudget.minAvailable=1`)).toContain(
      'podDisruptionBudget',
    );
  });

  test('a component with autoscaling has no fixed number of pods', () => {
    const [fixed, scaled] = ['least', 'everything'].map((values) => objectsOf(template(values)));
    for (const component of COMPONENTS) {
      expect(podOf(fixed ?? [], component).replicas).toBe(2);
      expect(podOf(scaled ?? [], component).replicas).toBeUndefined();
    }
  });

  test('workers scale by the wait of the oldest job of their release, in Kubernetes and with KEDA', () => {
    const scaler = objectsOf(template('everything')).find(
      ({ kind, metadata }) =>
        kind === 'HorizontalPodAutoscaler' && metadata.name === 'test-modport-worker',
    );
    // Other installations in the cluster have the same metric.
    const metric = {
      name: 'modport_jobs_oldest_due_seconds',
      selector: { matchLabels: { namespace: 'default', service: 'test-modport-admin' } },
    };
    expect(scaler?.['spec']).toMatchObject({ metrics: [{ external: { metric } }] });
    const keda = setting([
      'worker.autoscaling.mode=keda',
      'worker.autoscaling.prometheusAddress=http://prometheus:9090',
    ]);
    const scaled = objectsOf(template('least', ...keda)).find(
      ({ kind }) => kind === 'ScaledObject',
    );
    expect(scaled?.['spec']).toMatchObject({
      scaleTargetRef: { name: 'test-modport-worker' },
      triggers: [
        {
          type: 'prometheus',
          metadata: {
            query:
              'max(modport_jobs_oldest_due_seconds{namespace="default",service="test-modport-admin"})',
            threshold: '30',
          },
        },
      ],
    });
  });
});
