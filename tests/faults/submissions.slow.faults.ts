import { testForms } from './submissions/forms';
import { testKilled } from './submissions/killed';
import { testLostAnswers } from './submissions/lost-answers';
import { testTimeOuts } from './submissions/time-outs';

testForms('pglite');
testKilled('pglite');
testLostAnswers('pglite');
testTimeOuts('pglite');
