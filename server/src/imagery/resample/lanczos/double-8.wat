;; Twice the density of three interleaved bands of eight bits: double-8.ts in vectors, sample for sample the same.
;; `wat2wasm double-8.wat` makes the bytes that stand in double-8-vectors.ts.
(module
  (memory (export "memory") 32)

  ;; Both halves of eight samples of a row from the seven rows around it, with six bits after the point.
  (func $downwards (param $from i32) (param $line i32) (param $upper i32) (param $lower i32)
    (local $end i32) (local $at i32)
    (local $p0 v128) (local $p1 v128) (local $p2 v128) (local $p4 v128) (local $p5 v128) (local $p6 v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $sumLow v128) (local $sumHigh v128) (local $differenceLow v128) (local $differenceHigh v128)
    (local.set $end (i32.add (local.get $from) (local.get $line)))
    (loop $samples
      (local.set $at (local.get $from))
      (local.set $p0 (v128.load8x8_u (local.get $at)))
      (local.set $p1 (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $p2 (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $d (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $p4 (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $p5 (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $p6 (v128.load8x8_u (local.tee $at (i32.add (local.get $at) (local.get $line)))))
      (local.set $a (i16x8.add (local.get $p0) (local.get $p6)))
      (local.set $b (i16x8.add (local.get $p1) (local.get $p5)))
      (local.set $c (i16x8.add (local.get $p2) (local.get $p4)))
      (local.set $sumLow (i32x4.add
        (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $a) (local.get $b))
          (v128.const i16x8 121 -621 121 -621 121 -621 121 -621))
        (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $c) (local.get $d))
          (v128.const i16x8 2256 29256 2256 29256 2256 29256 2256 29256))))
      (local.set $sumHigh (i32x4.add
        (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $a) (local.get $b))
          (v128.const i16x8 121 -621 121 -621 121 -621 121 -621))
        (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $c) (local.get $d))
          (v128.const i16x8 2256 29256 2256 29256 2256 29256 2256 29256))))
      (local.set $sumLow (i32x4.add (local.get $sumLow) (v128.const i32x4 256 256 256 256)))
      (local.set $sumHigh (i32x4.add (local.get $sumHigh) (v128.const i32x4 256 256 256 256)))
      (local.set $a (i16x8.sub (local.get $p0) (local.get $p6)))
      (local.set $b (i16x8.sub (local.get $p1) (local.get $p5)))
      (local.set $c (i16x8.sub (local.get $p2) (local.get $p4)))
      (local.set $differenceLow (i32x4.add
        (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $a) (local.get $b))
          (v128.const i16x8 121 -1607 121 -1607 121 -1607 121 -1607))
        (i32x4.mul (i32x4.extend_low_i16x8_s (local.get $c)) (v128.const i32x4 6624 6624 6624 6624))))
      (local.set $differenceHigh (i32x4.add
        (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $a) (local.get $b))
          (v128.const i16x8 121 -1607 121 -1607 121 -1607 121 -1607))
        (i32x4.mul (i32x4.extend_high_i16x8_s (local.get $c)) (v128.const i32x4 6624 6624 6624 6624))))
      (v128.store (local.get $upper) (i16x8.narrow_i32x4_s
        (i32x4.shr_s (i32x4.add (local.get $sumLow) (local.get $differenceLow)) (i32.const 9))
        (i32x4.shr_s (i32x4.add (local.get $sumHigh) (local.get $differenceHigh)) (i32.const 9))))
      (v128.store (local.get $lower) (i16x8.narrow_i32x4_s
        (i32x4.shr_s (i32x4.sub (local.get $sumLow) (local.get $differenceLow)) (i32.const 9))
        (i32x4.shr_s (i32x4.sub (local.get $sumHigh) (local.get $differenceHigh)) (i32.const 9))))
      (local.set $upper (i32.add (local.get $upper) (i32.const 16)))
      (local.set $lower (i32.add (local.get $lower) (i32.const 16)))
      (br_if $samples (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)))))

  ;; The first and the second half of eight samples from the seven pixels around each, to two rows of bytes.
  (func $across (param $from i32) (param $count i32) (param $first i32) (param $second i32)
    (local $end i32)
    (local $p0 v128) (local $p1 v128) (local $p2 v128) (local $p3 v128) (local $p4 v128) (local $p5 v128) (local $p6 v128)
    (local.set $end (i32.add (local.get $first) (local.get $count)))
    (loop $samples
      (local.set $p0 (v128.load (local.get $from)))
      (local.set $p1 (v128.load offset=6 (local.get $from)))
      (local.set $p2 (v128.load offset=12 (local.get $from)))
      (local.set $p3 (v128.load offset=18 (local.get $from)))
      (local.set $p4 (v128.load offset=24 (local.get $from)))
      (local.set $p5 (v128.load offset=30 (local.get $from)))
      (local.set $p6 (v128.load offset=36 (local.get $from)))
      (v128.store64_lane 0 (local.get $first) (call $toBytes
        (i32x4.add (i32x4.add
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p0) (local.get $p1))
            (v128.const i16x8 121 -1114 121 -1114 121 -1114 121 -1114))
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p2) (local.get $p3))
            (v128.const i16x8 4440 14628 4440 14628 4440 14628 4440 14628)))
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p4) (local.get $p5))
            (v128.const i16x8 -2184 493 -2184 493 -2184 493 -2184 493)))
        (i32x4.add (i32x4.add
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p0) (local.get $p1))
            (v128.const i16x8 121 -1114 121 -1114 121 -1114 121 -1114))
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p2) (local.get $p3))
            (v128.const i16x8 4440 14628 4440 14628 4440 14628 4440 14628)))
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p4) (local.get $p5))
            (v128.const i16x8 -2184 493 -2184 493 -2184 493 -2184 493)))))
      (v128.store64_lane 0 (local.get $second) (call $toBytes
        (i32x4.add (i32x4.add
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p1) (local.get $p2))
            (v128.const i16x8 493 -2184 493 -2184 493 -2184 493 -2184))
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p3) (local.get $p4))
            (v128.const i16x8 14628 4440 14628 4440 14628 4440 14628 4440)))
          (i32x4.dot_i16x8_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $p5) (local.get $p6))
            (v128.const i16x8 -1114 121 -1114 121 -1114 121 -1114 121)))
        (i32x4.add (i32x4.add
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p1) (local.get $p2))
            (v128.const i16x8 493 -2184 493 -2184 493 -2184 493 -2184))
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p3) (local.get $p4))
            (v128.const i16x8 14628 4440 14628 4440 14628 4440 14628 4440)))
          (i32x4.dot_i16x8_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $p5) (local.get $p6))
            (v128.const i16x8 -1114 121 -1114 121 -1114 121 -1114 121)))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $second (i32.add (local.get $second) (i32.const 8)))
      (br_if $samples (i32.lt_u (local.tee $first (i32.add (local.get $first) (i32.const 8))) (local.get $end)))))

  ;; Eight sums, rounded and kept between 0 and 255, in the lower half.
  (func $toBytes (param $low v128) (param $high v128) (result v128)
    (local $words v128)
    (local.set $words (i16x8.narrow_i32x4_s
      (i32x4.shr_s (i32x4.add (local.get $low) (v128.const i32x4 524288 524288 524288 524288)) (i32.const 20))
      (i32x4.shr_s (i32x4.add (local.get $high) (v128.const i32x4 524288 524288 524288 524288)) (i32.const 20))))
    (i8x16.narrow_i16x8_u (local.get $words) (local.get $words)))

  ;; A pixel of the first halves, one of the second, and so on: five of each at a time, and a few bytes too many at the end.
  (func $weave (param $first i32) (param $second i32) (param $count i32) (param $to i32)
    (local $end i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $first) (local.get $count)))
    (loop $pixels
      (local.set $a (v128.load (local.get $first)))
      (local.set $b (v128.load (local.get $second)))
      (v128.store (local.get $to)
        (i8x16.shuffle 0 1 2 16 17 18 3 4 5 19 20 21 6 7 8 22 (local.get $a) (local.get $b)))
      (v128.store offset=16 (local.get $to)
        (i8x16.shuffle 23 24 9 10 11 25 26 27 12 13 14 28 29 30 15 31 (local.get $a) (local.get $b)))
      (local.set $to (i32.add (local.get $to) (i32.const 30)))
      (local.set $second (i32.add (local.get $second) (i32.const 15)))
      (br_if $pixels (i32.lt_u (local.tee $first (i32.add (local.get $first) (i32.const 15))) (local.get $end)))))

  ;; `columns` and `rows` are those of the source without the three pixels around it; `work` has room for the lines between.
  (func (export "double") (param $from i32) (param $columns i32) (param $rows i32) (param $work i32) (param $to i32)
    (local $line i32) (local $count i32) (local $upper i32) (local $lower i32) (local $first i32) (local $second i32)
    (local.set $line (i32.mul (i32.add (local.get $columns) (i32.const 6)) (i32.const 3)))
    (local.set $count (i32.mul (local.get $columns) (i32.const 3)))
    (local.set $upper (local.get $work))
    (local.set $lower (i32.add (local.get $upper) (i32.add (i32.shl (local.get $line) (i32.const 1)) (i32.const 64))))
    (local.set $first (i32.add (local.get $lower) (i32.add (i32.shl (local.get $line) (i32.const 1)) (i32.const 64))))
    (local.set $second (i32.add (local.get $first) (i32.add (local.get $line) (i32.const 64))))
    (loop $lines
      (call $downwards (local.get $from) (local.get $line) (local.get $upper) (local.get $lower))
      (call $across (local.get $upper) (local.get $count) (local.get $first) (local.get $second))
      (call $weave (local.get $first) (local.get $second) (local.get $count) (local.get $to))
      (local.set $to (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 1))))
      (call $across (local.get $lower) (local.get $count) (local.get $first) (local.get $second))
      (call $weave (local.get $first) (local.get $second) (local.get $count) (local.get $to))
      (local.set $to (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 1))))
      (local.set $from (i32.add (local.get $from) (local.get $line)))
      (br_if $lines (local.tee $rows (i32.sub (local.get $rows) (i32.const 1)))))))
