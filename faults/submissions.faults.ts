import { testKilled } from './submissions/killed';
import { testLostAnswers } from './submissions/lost-answers';

testLostAnswers('postgres');
testKilled('postgres');
