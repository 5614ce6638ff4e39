// The points at which expressions with letters are evaluated: no answer can vanish at them, choose them, or shrink its
// own domain.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

describe("terms that vanish at every number with a short expansion", () => {
  different(table`
    x^2 | x^2+\sin(2^{40}\pi x) | vanishes at every number of a grid
    x | x+\sin(2^{33}\pi x) | vanishes at every number of a grid
    x | x+\sin(2^{200}\pi x) | vanishes at every number of a grid
    x | x+\sin(2^{2000}\pi x) | vanishes at every number of a grid
    \sin x | \sin x+\sin(2^{64}\pi x) | vanishes at every number of a grid
    x | x+\sin(50!\pi x) | vanishes at every number of a grid
    x | x+\sin(3^{40} 2^{50}\pi x) | vanishes at every number of a grid
    x | x+\tan(2^{40}\pi x) | vanishes at every number of a grid
    x | x\cos(2^{41}\pi x) | vanishes at every number of a grid
    \sqrt{x} | \sqrt{x}\cos(2^{41}\pi x) | vanishes at every number of a grid
    \sin x | \sin x\cos^2(2^{41}\pi x) | vanishes at every number of a grid
    e^x | e^{x+\sin(2^{40}\pi x)} | vanishes at every number of a grid
    x | x\cos(2\pi x) | vanishes at every number of a grid
    \Gamma(x) | \Gamma(x)\cos(2\pi x) | vanishes at every number of a grid
    x! | x!+\sin(\pi x) | vanishes at every number of a grid
    \Gamma(x+1) | x!+\sin(\pi x) | vanishes at every number of a grid
    x^2+C | x^2+C+\sin(2^{40}\pi x) | vanishes at every number of a grid
    f(x)=x | f(x)=x+\sin(2^{50}\pi x) | vanishes at every number of a grid
    (x,1) | (x\cos(2^{70}\pi x),1) | vanishes at every number of a grid
    y=x^2 | y=x^2+\sin(2^{40}\pi x) | vanishes at every number of a grid
    \sqrt{x}+y | \sqrt{x}+y\cos(2^{45}\pi y) | vanishes at every number of a grid
  `);
});

describe("terms that vanish at whole numbers, or at the first of them", () => {
  different(table`
    |x| | x(-1)^{x^2+x} | agrees at some whole numbers only
    |x| | x(-1)^{2x} | agrees at some whole numbers only
    |x| | |x|(-1)^{2x} | agrees at some whole numbers only
    x | x(-1)^{x^2+x} | agrees at some whole numbers only
    x | x(-1)^{2x} | agrees at some whole numbers only
    1 | (-1)^{2x} | agrees at some whole numbers only
    \sin x | (-1)^{x(x+1)}\sin x | agrees at some whole numbers only
    x | x+\sin(\pi x)\cdot(-1)^{2x} | agrees at some whole numbers only
    x | x+0\binom{x}{2}+\sin(\pi x) | agrees at some whole numbers only
    \sum_{k=0}^n\binom nk | 2^n+\binom{n}{50} | agrees at some whole numbers only
    2^n | 2^n+\binom{n}{50} | agrees at some whole numbers only
    2^n | 2^n+\binom{n}{5000} | agrees at some whole numbers only
    n! | n!+\binom{n}{500} | agrees at some whole numbers only
    n! | n!(1+\binom{n}{77}) | agrees at some whole numbers only
    \binom{n}{2} | \binom{n}{2}+\binom{n}{60} | agrees at some whole numbers only
    \binom{n}{2} | \frac{n(n-1)}{2}+\binom{n}{160} | agrees at some whole numbers only
    (-1)^n | (-1)^{n+\binom{n}{200}} | agrees at some whole numbers only
    \sum_{k=1}^n k | \frac{n(n+1)}2+\binom{n}{60} | agrees at some whole numbers only
    \sum_{k=1}^n k | \frac{n(n+1)}2+\prod_{k=0}^{50}(n-k) | agrees at some whole numbers only
    \sum_{k=1}^n k^2 | \frac{n(n+1)(2n+1)}6+\prod_{k=0}^{50}(n-k) | agrees at some whole numbers only
    n! | n!+\prod_{k=0}^{500}(n-k) | agrees at some whole numbers only
    n! | n!+\prod_{k=0}^{5000}(n-k) | agrees at some whole numbers only
    (-1)^n | (-1)^n+\prod_{k=0}^{500}(n-k) | agrees at some whole numbers only
    \cos(\pi x) | (-1)^x | agrees at some whole numbers only
    x | x+\binom{x}{2}-\frac{x(x-1)}{2}+\sin\pi x | agrees at some whole numbers only
    f(x)=x | f(x)=x\cdot(-1)^{2x} | agrees at some whole numbers only
    \frac{1}{n} | \frac1n+\binom{n}{60}-\binom{n}{60}^2\cdot0 | agrees at some whole numbers only
    n! | n!+\binom{n}{300} | agrees at some whole numbers only
    (-1)^n | (-1)^n+10^{-60}\binom{n}{24}n | agrees at some whole numbers only
    \binom{n}{k} | \binom{n}{k}+\binom{n}{40}\binom{k}{40} | agrees at some whole numbers only
    \cos(\pi x) | (-1)^x | agrees at some whole numbers only
    |x| | x\cdot(-1)^{\lfloor x\rfloor+x} | agrees at some whole numbers only
    \lfloor n\rfloor | n | a floor that would do nothing says that n need not be whole
    \lceil n\rceil | \lfloor n\rfloor | agrees at whole numbers only
    \lfloor 2k+\frac12\rfloor | 2k | agrees at whole numbers only
  `);
});

describe("letters that count and the answer alone has", () => {
  equal(table`
    1 | (-1)^{2n} | an even power
    -3 | -3((-1)^n)^2 | an even power
  `);
  different(table`
    1 | (-1)^n | not always
    1 | (-1)^{2n}+\binom{n}{50} | agrees at the first whole numbers only
    |x| | x(-1)^{2n} | the other side of zero
  `);
});

describe("answers that have no value on a part of the domain", () => {
  different(table`
    sgn x | \sqrt x/\sqrt x | has no value on a whole part
    \operatorname{sgn}(x) | \frac{\sqrt x}{\sqrt x} | has no value on a whole part
    |x| | (\sqrt x)^2 | has no value on a whole part
    \sqrt{|x|} | \sqrt x | has no value on a whole part
    |x| | \sqrt{x}\sqrt{x} | has no value on a whole part
    |x| | e^{\ln x} | has no value on a whole part
    |x| | x^{\ln x/\ln x} | has no value on a whole part
    \frac{|x|}{x} | x^0\cdot\frac{\ln x}{\ln x} | has no value on a whole part
    |x|+|y| | (\sqrt x)^2+(\sqrt y)^2 | has no value on a whole part
    |x| | \frac{x\sqrt{x}}{\sqrt{x}} | has no value on a whole part
    x^2 | x^2\frac{\ln x}{\ln x} | has no value on a whole part
    |x| | x+0\ln x | has no value on a whole part
    |x| | x+\ln x-\ln x | has no value on a whole part
    |x-1| | (\sqrt{x-1})^2 | has no value on a whole part
    |x| | x\frac{\arcsin(x-1)}{\arcsin(x-1)} | has no value on a whole part
    \max(x,0) | (\sqrt{x})^2 | has no value on a whole part
    \sin x | \sin x+\sqrt{x-10^6}-\sqrt{x-10^6} | has no value on a whole part
    \arccos x | \frac{\pi}{2}-\arctan\frac{x}{\sqrt{1-x^2}}+\ln(x)-\ln(x) | has no value on a whole part
    \sin|x| | \sin(\sqrt x)^2 | has no value on a whole part
    x+y | x+y+(|x-50|+x-50)(|y-50|+y-50) | has no value on a whole part
    x+y+z | x+y+z+(|x-5|+x-5)(|y-5|+y-5)(|z-5|+z-5) | has no value on a whole part
    \sin x | \sqrt{1-\cos^2 x} | has no value on a whole part
    \frac{1}{x} | \frac{1}{x}\cdot\frac{|x|}{x}\cdot\sqrt{x}/\sqrt{x} | has no value on a whole part
    \ln|x| | \ln(x) | has no value on a whole part
    \log(ab) | \log a+\log b+\log(-1)\cdot 0 | has no value on a whole part
    \sqrt{x^2y^2} | xy | has no value on a whole part
    x^{2/3} | (\sqrt{x})^{4/3} | has no value on a whole part
    \sqrt[3]{x} | x^{0.333333333333333333333333333333333} | has no value on a whole part
    \sqrt{x^2} | (\sqrt[4]{x})^4 | has no value on a whole part
    \frac{x}{|x|} | \frac{\ln x^3}{3\ln x} | has no value on a whole part
    |x|+C | (\sqrt x)^2+C | has no value on a whole part
    f(x)=|x| | f(x)=(\sqrt x)^2 | has no value on a whole part
    \ln|x| | \ln x | has no value on a whole part
    x^2 | e^{2\ln x} | has no value on a whole part
    \sqrt{x^2-1} | \sqrt{x-1}\sqrt{x+1} | has no value on a whole part
    y=|x| | y=(\sqrt x)^2 | has no value on a whole part
    (|x|,1) | ((\sqrt x)^2,1) | has no value on a whole part
  `);
});

describe("terms too small for a first look", () => {
  different(table`
    x | x+e^{-x^{10}-1000} | too small to be seen easily
  `);
});

describe("terms that are zero except in one region", () => {
  different(table`
    n! | n!+\lfloor n/1000\rfloor | differs in one region only
    n! | n!+\left\lfloor\frac{n}{100000}\right\rfloor | differs in one region only
    n! | n!+\max(0,n-5000) | differs in one region only
    n! | n!\cdot\max(1,n-5000) | differs in one region only
    (-1)^n | (-1)^n+\max(0,n-5000) | differs in one region only
    (-1)^n n | (-1)^n\min(n,100000) | differs in one region only
    (-1)^n | (-1)^n+\gcd(n,1000003)-1 | differs in one region only
    n! | n!+\gcd(n,1000003)-1 | differs in one region only
    \gcd(n,6) | \gcd(n,6)+\gcd(n,1009)-1 | differs in one region only
    \gcd(n,6) | \gcd(n,6)\gcd(n,1009) | differs in one region only
    \gcd(m,n) | \gcd(m,n)+\gcd(m,n,1009)-1 | differs in one region only
    \sin x | \sin x+|x-10^9|-10^9+x | differs in one region only
    \sin(xy) | \sin(xy)+\max(0,\min(x-50,y-50)) | differs in one region only
    \sin(xy) | \sin(xy)+\max(0,x-50)\max(0,y-50) | differs in one region only
    \sin(xy) | \sin(xy)+\max(0,x-50000)\max(0,y-50000) | differs in one region only
    \sin(xy) | \sin(xy)+\max(0,1-(x-50)^2-(y-50)^2) | differs in one region only
    xy | xy+\max(0,1-(x-50)^2-(y-50)^2) | differs in one region only
    x+y | x+y+(1+\operatorname{sgn}(x-50))(1+\operatorname{sgn}(y-50)) | differs in one region only
    \sin x | \sin x+\max(0,\sin x+\cos x-\frac{141421}{100000}) | differs in one region only
    \sin x | \sin x+\max(0,\sin x+\sin(\sqrt2 x)-\frac{1999}{1000}) | differs in one region only
    x | x+\max(0,\sin x+\sin(\sqrt2 x)-\frac{1999}{1000}) | differs in one region only
    x | x+\lfloor\sin^2 x\rfloor | differs in one region only
    x | x+\lfloor\sin^2 x\cdot\frac{1+\sin^2(\sqrt2x)}{2}\rfloor | differs in one region only
    \lfloor x\rfloor | \lfloor x\rfloor+\max(0,\lfloor x/10^9\rfloor) | differs in one region only
    x | x+\lfloor x\rfloor+\lfloor -x\rfloor+1 | differs in one region only
    x | x\lfloor\cos^2(\pi x)\rfloor | differs in one region only
    x | x+\lfloor\cos^2(\pi x)\rfloor | differs in one region only
    x+y | x+y+\lfloor\frac{1}{1+x^2y^2}\rfloor | differs in one region only
    \cos x | \cos x+\sqrt{(x-10^5)^2}+x-10^5 | differs in one region only
    x | \sqrt{(x-10^5)^2}\cdot(-1)+10^5 | differs in one region only
    \sum_{k=1}^n k | \frac{n(n+1)}2+\max(0,n-60) | differs in one region only
    \sum_{k=1}^n k | \frac{n(n+1)}2+\lfloor\frac{n}{60}\rfloor | differs in one region only
    x^2+1 | x^2+1+\left\lfloor\frac{\gcd(x,7)}{8}\right\rfloor | differs in one region only
    a^2b | a^2b+\max(0,\min(a,b)-100) | differs in one region only
    x+y | x+y+\max(0,x-e^{9})\max(0,y-e^{9}) | differs in one region only
    x+y | x+y+\max(0,x-e^{20})\max(0,y-e^{20})\sin(2^{60}\pi y) | differs in one region only
    x | x+\max(0,x-50)\sin(2^{60}\pi x) | differs in one region only
    x | x+\max(0,e^{-(x-\pi^3)^2}-\frac12) | differs in one region only
    x+y | x+y+\max(0,1-(x-\pi^4)^2-(y-\pi^4)^2) | differs in one region only
    x | x+|\sin\frac{x}{100}+2-\frac{1}{100}|-\sin\frac{x}{100}-2+\frac{1}{100}+\max(0,\sin\frac{x}{100}+\sin\frac{x}{99}-1.9) | differs in one region only
    \lfloor x\rfloor | \lfloor x\rfloor+\max(0,\lfloor\frac{x}{10^{4}}\rfloor)\sin(2^{60}\pi x) | differs in one region only
    |\operatorname{Im} z| | \operatorname{Im} z | differs in one region only
  `);
});

describe("terms that are zero except at one point", () => {
  different(table`
    x | x+\sin(10^{30}\pi x) | differs at a single point
    n! | n!+0^{(n-50)^2} | differs at a single point
    (-1)^n | (-1)^n+0^{(n-500)^2} | differs at a single point
    n! | n!\cdot(1+0^{n-50}) | differs at a single point
    x | x+10^{-100}\sin x | differs at a single point
    x | x+10^{-400}\sin x | differs at a single point
    x | x+e^{-10^{6}} | differs at a single point
    x | x+e^{-x^{10}10^{5}} | differs at a single point
    \sin x | \sin x+e^{-x^{100}10^{9}} | differs at a single point
    x | x+\frac{x^{2^{40}}}{10^{10^{10}}} | differs at a single point
    x+\sin x | x+\sin x+\frac{x^{1000}}{10^{100000}} | differs at a single point
    \sin x | \sin x+\max(0,x-10^{9}) | differs at a single point
    \sin x | \sin x+\max(0,|x|-10^{9}) | differs at a single point
    x+y | x+y+\max(0,1-10^{10}((x-1)^2+(y-1)^2)) | differs at a single point
    x | x+\max(0,1-10^{20}(x-1)^2) | differs at a single point
    x | x+\max(0,1-|10^{20}(x-\pi)|) | differs at a single point
    \lfloor x\rfloor | \lfloor x\rfloor+\lfloor x/10^9\rfloor-\lfloor x/10^9\rfloor^2\cdot 0-\lfloor x/10^{9}\rfloor\cdot 0 | differs at a single point
    \lfloor x\rfloor | \lfloor x\rfloor+0^{(\lfloor x\rfloor-5000)^2} | differs at a single point
    x | x+0^{(x-5)^2} | differs at a single point
    x | x+0^{|x|} | differs at a single point
    2^x | 2^x+\frac{1}{10^{300}}\sin x | differs at a single point
    x^x | x^{x}+0^{(x-5)^2} | differs at a single point
    \arctan x | \arctan x+\frac{\arctan(\tan(10^{-9}x))-10^{-9}x}{1} | differs at a single point
    x | \arctan(\tan(10^{-9}x))10^9 | differs at a single point
    x | 10^{30}\arcsin(\sin(10^{-30}x)) | differs at a single point
    x | 10^{6}\arctan(\tan(10^{-6}x)) | differs at a single point
    x | x^{1+0^{(x-1)^2}} | differs at a single point
    \ln(x^2) | 2\ln x+\max(0,x-10^{7}) | differs at a single point
    \cosh x | \cosh x+\frac{1}{(10^{50})!}\sin x | differs at a single point
    \tanh x | \tanh x+1-\tanh(x^{20}+10^{5}) | differs at a single point
    \operatorname{erf}(x) | \operatorname{erf}(x)+1-\operatorname{erf}(x^2+10^{4}) | differs at a single point
    \sin x | \sin x + \arctan(10^{40}x)-\arctan(10^{40}x-10^{20})\cdot 1 | differs at a single point
    |x| | |x|+0^{(x-5)^2} | differs at a single point
    xy | xy+0^{(x-1)^2+(y-1)^2} | differs at a single point
  `);
});

describe("identities that hold", () => {
  equal(table`
    |x| | \sqrt{x^2} | the same wherever both are defined
    |x| | \max(x,-x) | the same wherever both are defined
    (-1)^{n} | \cos(n\pi) | the same wherever both are defined
    (-1)^{n+1} | -\cos(\pi n) | the same wherever both are defined
    (-1)^{n+1} | (-1)^{n-1} | the same wherever both are defined
    (-1)^{n}\cdot 2 | 2(-1)^{n+2} | the same wherever both are defined
    \frac{1+(-1)^n}{2} | \cos^2(\frac{n\pi}{2}) | the same wherever both are defined
    2^n | \sum_{k=0}^n\binom nk | the same wherever both are defined
    \sum_{k=0}^n\binom nk | 2^n | the same wherever both are defined
    \binom{n}{2} | \frac{n(n-1)}{2} | the same wherever both are defined
    \frac{n(n-1)}{2} | \binom{n}{2} | the same wherever both are defined
    \binom{n}{k} | \frac{n!}{k!(n-k)!} | the same wherever both are defined
    \frac{n!}{k!(n-k)!} | \binom nk | the same wherever both are defined
    \binom{2n}{n} | \frac{(2n)!}{(n!)^2} | the same wherever both are defined
    n! | \Gamma(n+1) | the same wherever both are defined
    \frac{n(n+1)}{2} | \sum_{k=1}^n k | the same wherever both are defined
    \binom{n+1}{k} | \binom nk+\binom n{k-1} | the same wherever both are defined
    \ln x^2 | 2\ln x | the same wherever both are defined
    2\ln x | \ln x^2 | the same wherever both are defined
    \ln|x| | \frac12\ln x^2 | the same wherever both are defined
    \log a-\log b | \log\frac ab | the same wherever both are defined
    \log\frac ab | \log a-\log b | the same wherever both are defined
    \ln(x-1)+\ln(x+1) | \ln(x^2-1) | the same wherever both are defined
    \ln(x^2-1) | \ln(x-1)+\ln(x+1) | the same wherever both are defined
    \ln|x|+C | \ln x+C | the same wherever both are defined
    \ln x+C | \ln|x|+C | the same wherever both are defined
    \sin 2x | 2\sin x\cos x | the same wherever both are defined
    \tan x | \frac{\sin x}{\cos x} | the same wherever both are defined
    \sqrt{x}\sqrt{y} | \sqrt{xy} | the same wherever both are defined
    \frac{x^2-1}{x-1} | x+1 | the same wherever both are defined
    x+1 | \frac{x^2-1}{x-1} | the same wherever both are defined
    x | \frac{x^2}{x} | the same wherever both are defined
    \sqrt{x^3} | x\sqrt{x} | the same wherever both are defined
    x^{3/2} | x\sqrt x | the same wherever both are defined
    \frac{1}{\sqrt{x}} | \frac{\sqrt x}{x} | the same wherever both are defined
    e^{x}e^{y} | e^{x+y} | the same wherever both are defined
    \arctan x+\arctan\frac1x | \frac{\pi}{2}\operatorname{sgn}(x) | the same wherever both are defined
    \max(a,b) | \frac{a+b+|a-b|}{2} | the same wherever both are defined
    \min(a,b) | \frac{a+b-|a-b|}{2} | the same wherever both are defined
    |x|+|y| | |y|+|x| | the same wherever both are defined
    |xy| | |x||y| | the same wherever both are defined
    |x-y| | |y-x| | the same wherever both are defined
    \lfloor x+1\rfloor | \lfloor x\rfloor+1 | the same wherever both are defined
    \lfloor\frac{n}{2}\rfloor | \frac{2n-1+(-1)^n}{4} | the same wherever both are defined
    \frac{2n-1+(-1)^n}{4} | \lfloor\frac{n}{2}\rfloor | the same wherever both are defined
    \gcd(n,6) | \gcd(6,n) | the same wherever both are defined
    \gcd(a,b)\operatorname{lcm}(a,b) | ab | the same wherever both are defined
    x^{2n} | (x^n)^2 | the same wherever both are defined
    \sqrt{a^2+b^2} | \sqrt{b^2+a^2} | the same wherever both are defined
    x^{\frac{1}{3}} | \sqrt[3]{x} | the same wherever both are defined
    \frac{\sqrt{x+1}-1}{x} | \frac{1}{\sqrt{x+1}+1} | the same wherever both are defined
    \sqrt{\frac{a}{b}} | \frac{\sqrt a}{\sqrt b} | the same wherever both are defined
    \cosh x | \frac{e^x+e^{-x}}2 | the same wherever both are defined
    \frac{(-1)^n}{n!} | \frac{\cos(\pi n)}{n!} | the same wherever both are defined
    \frac{(-1)^{n-1}x^n}{n} | \frac{(-1)^{n+1}x^n}{n} | the same wherever both are defined
    \cos(n\pi) | (-1)^n | the same wherever both are defined
    \frac{1-\cos(n\pi)}{n} | \frac{1-(-1)^n}{n} | the same wherever both are defined
    \frac{2}{n\pi}(1-\cos n\pi) | \frac{2(1-(-1)^n)}{n\pi} | the same wherever both are defined
    \log_2 x | \frac{\ln x}{\ln 2} | the same wherever both are defined
    \ln\sqrt{x} | \frac12\ln x | the same wherever both are defined
    \ln(xy) | \ln x+\ln y | the same wherever both are defined
    \ln x+\ln y | \ln(xy) | the same wherever both are defined
    a^{\log b} | b^{\log a} | the same wherever both are defined
    x^a x^b | x^{a+b} | the same wherever both are defined
    \sec x | \frac1{\cos x} | the same wherever both are defined
    \arcsin x | \frac\pi2-\arccos x | the same wherever both are defined
    \sin(\arccos x) | \sqrt{1-x^2} | the same wherever both are defined
    \cos(\arctan x) | \frac{1}{\sqrt{1+x^2}} | the same wherever both are defined
    \sqrt{1+\sin 2x} | |\sin x+\cos x| | the same wherever both are defined
    \left(1-\frac1n\right)^n | \left(\frac{n-1}{n}\right)^n | the same wherever both are defined
    1-\left(\frac{364}{365}\right)^{n} | 1-\frac{364^n}{365^n} | the same wherever both are defined
    \frac{\binom{n}{3}}{2^n} | \frac{n(n-1)(n-2)}{6\cdot 2^n} | the same wherever both are defined
    \sqrt[n]{x} | x^{1/n} | the same wherever both are defined
    n^2(-1)^n | (-1)^n n^2 | the same wherever both are defined
    (-2)^n | (-1)^n 2^n | the same wherever both are defined
    \frac{1}{3}(2^n-(-1)^n) | \frac{2^n+(-1)^{n+1}}{3} | the same wherever both are defined
    \sum_{k=1}^{n}k^2 | \frac{n(n+1)(2n+1)}6 | the same wherever both are defined
    n\cdot n! | (n+1)!-n! | the same wherever both are defined
    \frac{(n+2)!}{n!} | (n+1)(n+2) | the same wherever both are defined
    (n+1)(n+2) | \frac{(n+2)!}{n!} | the same wherever both are defined
    \frac{n!}{(n-2)!} | n(n-1) | the same wherever both are defined
    (2n-1)!! | \frac{(2n)!}{2^n n!} | the same wherever both are defined
    \left\lceil\frac n2\right\rceil | \left\lfloor\frac{n+1}2\right\rfloor | the same wherever both are defined
    \prod_{k=1}^n k | n! | the same wherever both are defined
    \frac{x-1}{\sqrt{x}-1} | \sqrt x+1 | the same wherever both are defined
    \sqrt x+1 | \frac{x-1}{\sqrt x-1} | the same wherever both are defined
    \sqrt{x}\cdot\sqrt{x} | x | the same wherever both are defined
    x\sqrt{x} | \sqrt{x^3} | the same wherever both are defined
    (\sqrt{a}+\sqrt b)^2 | a+b+2\sqrt{ab} | the same wherever both are defined
    \frac{a-b}{\sqrt a-\sqrt b} | \sqrt a+\sqrt b | the same wherever both are defined
    10^{\log x} | x | the same wherever both are defined
    \max(a,b,c) | \max(\max(a,b),c) | the same wherever both are defined
    |a+b|+|a-b| | 2\max(|a|,|b|) | the same wherever both are defined
    |z| | \sqrt{z\overline z} | the same wherever both are defined
    n+1 | \prod_{k=1}^n(1+\frac1k) | the same wherever both are defined
    (x^2)^n | x^{2n} | the same wherever both are defined
    \lfloor n/2\rfloor | \frac n2-\frac{1-(-1)^n}4 | n counts
    \sqrt{ab} | \sqrt a\sqrt b | the same wherever both are defined
    \frac{1}{1-x} | \sum_{n=0}^{\infty}x^n | the same wherever both are defined
    \ln|x^2-1|+C | \ln(x-1)+\ln(x+1)+C | the same wherever both are defined
  `);
});

/** Terms that are zero nearly everywhere, or nearly zero everywhere, and never for all values of x. */
const vanishing: fc.Arbitrary<string> = fc.oneof(
  fc
    .record({ base: fc.integer({ min: 2, max: 30 }), power: fc.integer({ min: 20, max: 90 }) })
    .map(({ base, power }) => String.raw`\sin(${base}^{${power}}\pi x)`),
  fc.integer({ min: 20, max: 90 }).map((k) => String.raw`\tan^2(2^{${k}}\pi x)`),
  fc.integer({ min: 5, max: 60 }).map((k) => `10^{-${k}}x`),
  fc.integer({ min: 2, max: 40 }).map((k) => String.raw`\max(0,x-e^{${k}})`),
  fc.integer({ min: 2, max: 40 }).map((k) => String.raw`\max(0,-x-\pi^{${k}})`),
  fc.integer({ min: 2, max: 40 }).map((k) => `(|x-7^{${k}}|+x-7^{${k}})`),
  fc.integer({ min: 2, max: 12 }).map((k) => String.raw`\max(0,\lfloor\frac{x}{10^{${k}}}\rfloor)`),
  fc.integer({ min: -500, max: 500 }).map((k) => `0^{(x-${k})^2}`),
  fc.integer({ min: 1, max: 60 }).map((k) => String.raw`\max(0,1-10^{${k}}(x-\sqrt2)^2)`),
  fc.integer({ min: 1, max: 30 }).map((k) => String.raw`(\sqrt{x+${k}}-\sqrt{x+${k}})`),
  fc.integer({ min: 1, max: 9 }).map((k) => `((-1)^{${2 * k}x}-1)`),
);

const golds = [
  "x^2",
  "|x|",
  "\\sin x",
  "e^x",
  "\\sqrt{x^2+1}",
  "\\lfloor x\\rfloor",
  "\\frac{x}{x^2+1}",
  "\\cos 3x+x",
];

describe("a gold with such a term added, or multiplied by one more than it", () => {
  it("is never equal to the gold", () => {
    fc.assert(
      fc.property(fc.constantFrom(...golds), vanishing, fc.boolean(), (gold, term, isFactor) => {
        const answer = isFactor ? String.raw`(${gold})\left(1+${term}\right)` : `${gold}+${term}`;
        expect(verify(gold, answer).verdict, `${gold} ← ${answer}`).not.toBe("equal");
      }),
      { numRuns: 150 },
    );
  });

  it("is never equal in whole numbers either", () => {
    const zeros = fc.integer({ min: 5, max: 2000 });
    const whole = fc.oneof(
      zeros.map((k) => String.raw`\binom{n}{${k}}`),
      zeros.map((k) => `0^{(n-${k})^2}`),
      zeros.map((k) => String.raw`\max(0,n-${k})`),
      zeros.map((k) => String.raw`\lfloor\frac{n}{${k}}\rfloor`),
      zeros.map((k) => String.raw`(\gcd(n,${k})-\gcd(n,1))^2`),
      fc.integer({ min: 2, max: 60 }).map((k) => String.raw`\prod_{k=0}^{${k}}(n-k)`),
    );
    const sequences = ["n!", "(-1)^n", "\\sum_{k=0}^n\\binom nk", "\\binom{2n}{n}", "\\sum_{k=1}^n k!"];
    fc.assert(
      fc.property(fc.constantFrom(...sequences), whole, (gold, term) => {
        expect(verify(gold, `${gold}+${term}`).verdict, `${gold} + ${term}`).not.toBe("equal");
      }),
      { numRuns: 100 },
    );
  });
});

describe("certainty", () => {
  it.each([
    ["\\phi", "\\frac{1+\\sqrt5}{2}", "different", null],
    ["x", "5", "different", null],
    ["x+1", "x+2", "different", "proven"],
    ["\\sin x", "\\cos x", "different", "proven"],
    ["\\sqrt2", "1.5", "different", "proven"],
    ["|x|", "(\\sqrt x)^2", "undecided", null],
    ["\\ln|x|", "\\ln x", "undecided", null],
    ["\\lim_{n\\to\\infty} a_n", "a_n", "undecided", null],
    ["\\frac{d}{dn}a_n", "0", "undecided", null],
    ["0.12\\overline3", "0.124\\dots", "different", null],
    ["0.124…", "0.12\\overline3", "different", null],
    ["\\pi", "3.14159…", "different", null],
  ] as const)("%s ← %s", (gold, answer, verdict, certainty) => {
    expect(verify(gold, answer)).toMatchObject({ verdict, certainty });
  });

  it("is null exactly where nothing was shown", () => {
    for (const gold of golds)
      for (const answer of golds) {
        const { verdict, certainty } = verify(gold, answer);
        expect(certainty === null).toBe(verdict === "undecided");
      }
  });

  it("does not change from call to call", () => {
    for (const gold of golds) {
      const answer = String.raw`${gold}+\sin(2^{40}\pi x)`;
      expect(verify(gold, answer)).toEqual(verify(gold, answer));
    }
  });
});
