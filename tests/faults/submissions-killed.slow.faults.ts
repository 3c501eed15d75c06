import { testKilled } from './submissions/killed';

testKilled('pglite');
