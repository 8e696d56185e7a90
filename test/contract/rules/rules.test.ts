import { describe } from 'vitest';
import { OPERATION_TESTS } from '../../operations/index.js';
import { useStage } from '../matrix/stage.js';

const stage = useStage();

const ruled = Object.entries(OPERATION_TESTS).flatMap(([name, { rules }]) =>
  rules ? [[name, rules] as const] : [],
);

describe.each(ruled)('%s', (_name, rules) => rules(stage));
