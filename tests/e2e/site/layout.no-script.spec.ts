import { testLayouts } from '#support/layout-tests.ts';

testLayouts();
