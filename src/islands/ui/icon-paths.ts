// Icons that both components and islands use. The paths are lines on a 24 px grid.

export const BAG = 'M5 8h14l-1 12H6L5 8Zm4 0V7a3 3 0 0 1 6 0v1';
export const CLOSE = 'm6 6 12 12M18 6 6 18';
export const HEART = 'M12 20S4 14.7 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 14.7 12 20 12 20Z';
