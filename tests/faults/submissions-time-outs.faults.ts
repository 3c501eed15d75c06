import { testTimeOuts } from './submissions/time-outs';

testTimeOuts('postgres');
