import { testKilled } from './submissions/killed';
import { testLostAnswers } from './submissions/lost-answers';
import { testTimeOuts } from './submissions/time-outs';

testLostAnswers('pglite');
testKilled('pglite');
testTimeOuts('postgres');
testTimeOuts('pglite');
