import { useWorld } from '../../harness.js';
import { searchAttack } from './attack.js';

searchAttack('PostgreSQL', useWorld({}, { jobs: 'when-settled' }));
