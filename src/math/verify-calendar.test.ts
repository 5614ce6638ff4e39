// Times of day, durations and dates.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("times of day", () => {
  equal(table`
    3:45 PM        | 15:45           | on a clock of twenty-four hours
    15:45          | 3:45 PM         | the gold on such a clock
    3:45 PM        | 3:45 p.m.       | any spelling of the mark
    11:59 PM       | 11:59\ \mathrm{PM} | set as text
    5 PM           | 5:00 p.m.       | minutes that are none
    12:40 AM       | 00:40           | after midnight
    12:00 PM       | noon            | a name
    midnight       | 12 AM           | a name
    9:00 AM        | 9:00            | the morning on a clock of twenty-four hours
    5 o'clock      | five o'clock    | in words
    5 o'clock      | 5:00            | on a clock
    3:45 PM        | 下午3点45分     | in Chinese
    3 o'clock | 3:00 o'clock | with its minutes
  `);
  different(table`
    3:45 PM        | 3:45 AM         | the other half of the day
    3:45 PM        | 3:45            | a clock of twenty-four hours says the morning
    3:45 PM        | 3:54 PM         | other minutes
    3:45 PM        | 13:45 PM        | no hour of that clock
    12:00 AM       | noon            | midnight
    12:30 AM       | 12:30           | noon
    5 o'clock      | 5               | a number is no time
    5 o'clock      | 5 PM            | more than was said
    3:45 PM        | 3.75            | a number is no time
    3 PM           | 3               | a number is no time
    5 PM           | 17 hours        | a duration
    12 AM          | 0 hours         | a duration
    12 AM          | 24 hours        | a duration
    3              | 3 PM            | a time is no number
    1:3            | 1:03 AM         | a ratio
    3:45 PM        | 3:45 PM or 4 PM | alternatives
    3:45 PM        | about 3:45 PM   | a hedge
    3 o'clock | 3:30 o'clock | half an hour later
  `);
});

describe("durations", () => {
  equal(table`
    2 hours 30 minutes | 150 minutes      | converted
    2 hours 30 minutes | 2.5              | in the first unit
    2.5 hours          | 2 hours and 30 minutes | joined by a word
    8 hours 20 minutes | 8 hrs, 20 mins   | joined by a comma
    150 minutes        | 2h30m            | letters, each with a number
    1 minute 40 seconds | \frac53 \text{ minutes} | a fraction
    1 day 6 hours      | 1800 minutes     | days
    3 years 6 months   | 42 months        | years
    90 minutes         | one hour and thirty minutes | in words
    66 inches          | 5 feet 6 inches  | feet and inches
    3 hours            | 3 hours 0 minutes | nothing more
    2小时30分钟        | 150分钟          | in Chinese
  `);
  different(table`
    2 hours 30 minutes | 2.3 hours        | no decimals
    2 hours 30 minutes | 230 minutes      | no hundreds
    2 hours 30 minutes | 150              | a number of minutes without its unit
    2 hours 30 minutes | 2 hours, 3 minutes | other minutes
    150 minutes        | 2.5              | a number of hours without its unit
    90 minutes         | 30 minutes 1 hour | no order of units
    135 minutes        | 1 hour 75 minutes | more minutes than an hour has
    5 m, 20 cm         | 5.2 m            | two lengths
  `);
});

describe("dates", () => {
  equal(table`
    March 5          | 5th of March       | in another order
    March 5          | the fifth of March | in words
    \text{June 1}    | Jun. 1             | shortened
    July 4           | July 4^{\text{th}} | a raised ending
    March 5, 2024    | 2024-03-05         | as programs write it
    March 5          | 3月5日             | in Chinese
  `);
  different(table`
    March 5          | May 3              | another day
    March 5          | March 5, 2024      | a year on one side only
    March 5, 2024    | March 5, 2025      | another year
    March 5          | March 35           | no day
    February 30      | Feb. 29            | no day
    March 5          | 3/5                | two ways to read it
    March 5          | March 5 or 6       | alternatives
    March 5          | 5                  | a number is no date
    Tuesday, March 5 | Monday, March 5    | another day of the week
    2017 | 2020-01-02 | a date is no difference
  `);
});
