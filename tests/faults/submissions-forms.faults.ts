import { testForms } from './submissions/forms';

testForms('postgres');
