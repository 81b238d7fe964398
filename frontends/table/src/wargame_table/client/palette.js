// The colours of the library's pictures, light and dark: a copy of wargame_pictures.draw.shapes, which a test compares.

const PAIRS = `
fbf8f11b1916 f2e9d238352e f5eeda34312b fdf6e23d3932 2b2418ece5d5 6d6247b5ab93 5d5340c6bca6 b3a98f787059
7d7257a59b83 4a4130d8cfba fffefb1d1b19 dfe7c63b4630 dde6da38443f b3d3e62b4759 c3dcea24404f ebe0bf474130
f0e3b4574d2c e6dcc54b4332 eddcb25a4d31 e8cfa365522f e3d2a84f452c ebe4bd454129 e9d9a8564a2b efe2a25c5424
d5e2a843502a e6d5c34e4238 d9d6e3403d4b e3dccb48443a d5e0dc37433f e8d9d94c3f3f dbe3c93f4634 d6c79f57503f
d2deb546543a b9ca9a566546 a9c3bd5f7d77 93bcd64b6f88 b39a5f8d7a4c b59a6f8f7a57 a5834cb9975d 8fbbd947789b
3f739f7fb0d6 9cc3dc456f8b 5f9ac46a9fc4 2f66919cc8e8 39718f8fbcd8 27587fa3cbe8 e2b36bb98b46 bda57d7d6c4f
8a5f28d9ae6e 947350a88a66 5b3f22d2b28c d9b680a98a5a 6b4a23d3ab77 8c4a3ab5695a 4a241be0a999 8a2f2fd98080
27457a3f68ad a6987ed3c6aa 2a4d8f86abf0 5b5142cdc0a6 4f7d3a8fc274 b98a1ee8bd57 6a4b8ab79be0 4a7f8a86c1cd
d8a013e0ab22 d24b3add5a48 f7f3e6f7f3e5 4f9a555aa861 5fb3c968bfd6 8d5aa8a06cbb d8cfb83a362f 8f1f17a3281e
c8551bff9d5c b0157aff7fd0 c01818ff6b6b 7a3b8fcf93e2
`;

/** @type {string[][]} */
export const PALETTE = PAIRS.trim().split(/\s+/).map((pair) => [`#${pair.slice(0, 6)}`, `#${pair.slice(6)}`]);
