import { testLostAnswers } from './submissions/lost-answers';

testLostAnswers('postgres');
