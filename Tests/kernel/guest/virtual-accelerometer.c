// SPDX-License-Identifier: Apache-2.0
// Usage: virtual-accelerometer <COMMANDS
// A HID sensor hub with one accelerometer, made through /dev/uhid: the kernel's own drivers (hid-sensor-hub, hid-sensor-accel-3d) make an
// IIO device of it. Compiled with -DGYROSCOPE it is a gyroscope, which does not turn at rest; rows are t,x,y,z in s and degrees a second. It keeps the power state, reporting state and report interval that the kernel writes, reports at that interval while
// it is on, and answers a single reading at any time. At rest it lies face up, with the noise of a real part.
// Commands, one a line: plug, unplug, play FILE (rows t,x,y,z in s and m/s^2, then rest), rest, hang (says nothing more), wake, quit.
// Each command done and each change of the sensor is a line on standard output. Ends with standard input.
// Sources: HID Usage Tables 1.4, page 0x20 "Sensors"; Device Class Definition for HID 1.11, 6.2.2; Linux, Documentation/hid/uhid.rst.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define STANDARD_GRAVITY 9.80665
// What is measured: its usage, that of its x axis, the exponent of its unit, steps of the report for a unit of a row, and the values at rest.
#ifdef GYROSCOPE
static const struct { uint8_t sensor, exponent; uint16_t axis; double steps; double rest[3]; const char *name; } kind = {
    0x76, 0x0e, 0x0457, 100, {0, 0, 0}, "Baton virtual gyroscope"};
#else
static const struct { uint8_t sensor, exponent; uint16_t axis; double steps; double rest[3]; const char *name; } kind = {
    0x73, 0x0d, 0x0453, 1000 / STANDARD_GRAVITY, {0, 0, STANDARD_GRAVITY}, "Baton virtual accelerometer"};
#endif
#define REPORT_ID 1
// Named arrays count from 1.
enum { REPORT_NOTHING = 1, REPORT_EVERYTHING = 2 };
enum { POWER_FULL = 2, POWER_OFF = 6 };
enum { STATE_READY = 3 };
enum { EVENT_DATA_UPDATED = 4 };

struct settings { uint8_t id, reporting, power; uint32_t interval_ms; } __attribute__((packed));
struct reading { uint8_t id, state, event; int16_t axis[3]; } __attribute__((packed));
struct row { double at, axis[3]; };

static struct {
    int device, timer;
    struct settings settings;
    bool silent;
    struct row *rows;
    size_t count;
    double played_from;
    bool playing;
    uint32_t noise;
    double last_tick;
} hub = {.device = -1, .noise = 1};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    printf("%.3f ", now());
    vprintf(format, values);
    putchar('\n');
    va_end(values);
}

// The report descriptor, written item by item (HID 1.11, 6.2.2.2: the low two bits of the prefix are the size of the value).
struct descriptor { uint8_t bytes[512]; size_t length; };

static void item(struct descriptor *d, uint8_t tag, uint32_t value, int size)
{
    d->bytes[d->length++] = tag | (uint8_t)(size == 4 ? 3 : size);
    for (int i = 0; i < size; i++)
        d->bytes[d->length++] = (uint8_t)(value >> 8 * i);
}

enum { USAGE_PAGE = 0x04, USAGE = 0x08, LOGICAL_MIN = 0x14, LOGICAL_MAX = 0x24, EXPONENT = 0x54, UNIT = 0x64, SIZE = 0x74,
       ID = 0x84, COUNT = 0x94, INPUT = 0x80, FEATURE = 0xb0, COLLECTION = 0xa0, END = 0xc0 };
enum { PHYSICAL = 0, APPLICATION = 1, LOGICAL = 2 };
enum { ARRAY = 0, VARIABLE = 2 };

// One value of `count` names that follow each other from `first`.
static void named_array(struct descriptor *d, uint16_t usage, uint16_t first, int count, uint8_t kind)
{
    item(d, USAGE, usage, 2);
    item(d, LOGICAL_MIN, 1, 1);
    item(d, LOGICAL_MAX, (uint32_t)count, 1);
    item(d, SIZE, 8, 1);
    item(d, COUNT, 1, 1);
    item(d, COLLECTION, LOGICAL, 1);
    for (int i = 0; i < count; i++)
        item(d, USAGE, (uint32_t)(first + i), 2);
    item(d, kind, ARRAY, 1);
    item(d, END, 0, 0);
}

static void describe(struct descriptor *d)
{
    item(d, USAGE_PAGE, 0x20, 1);
    item(d, USAGE, 0x01, 1); // sensor collection
    item(d, COLLECTION, APPLICATION, 1);
    item(d, USAGE, kind.sensor, 1); // motion: accelerometer 3D or gyrometer 3D
    item(d, COLLECTION, PHYSICAL, 1);
    item(d, ID, REPORT_ID, 1);
    named_array(d, 0x0316, 0x0840, 6, FEATURE); // reporting state
    named_array(d, 0x0319, 0x0850, 6, FEATURE); // power state
    item(d, USAGE, 0x030e, 2); // report interval in ms
    item(d, LOGICAL_MIN, 0, 1);
    item(d, LOGICAL_MAX, INT32_MAX, 4);
    item(d, SIZE, 32, 1);
    item(d, COUNT, 1, 1);
    item(d, UNIT, 0, 1);
    item(d, EXPONENT, 0, 1);
    item(d, FEATURE, VARIABLE, 1);
    named_array(d, 0x0201, 0x0800, 7, INPUT); // sensor state
    named_array(d, 0x0202, 0x0810, 6, INPUT); // sensor event
    for (uint32_t axis = 0; axis < 3; axis++) { // thousandths of g or hundredths of a degree a second; a field each, as Linux looks for them
        item(d, USAGE, kind.axis + axis, 2);
        item(d, LOGICAL_MIN, (uint32_t)(uint16_t)-32767, 2);
        item(d, LOGICAL_MAX, 32767, 2);
        item(d, SIZE, 16, 1);
        item(d, COUNT, 1, 1);
        item(d, UNIT, 0, 1);
        item(d, EXPONENT, kind.exponent, 1);
        item(d, INPUT, VARIABLE, 1);
    }
    item(d, END, 0, 0);
    item(d, END, 0, 0);
}

static bool is_on(void)
{
    return hub.device >= 0 && hub.settings.reporting == REPORT_EVERYTHING && hub.settings.power == POWER_FULL;
}

static double noise(void)
{
    hub.noise = hub.noise * 1664525u + 1013904223u;
    return ((double)(hub.noise >> 16) / 65535.0 - 0.5) * 0.06;
}

static struct reading reading_at(double time)
{
    struct reading result = {.id = REPORT_ID, .state = STATE_READY, .event = EVENT_DATA_UPDATED};
    const double *axes = kind.rest;
    double offset = time - hub.played_from;
    if (hub.playing && hub.rows[0].at + offset > hub.rows[hub.count - 1].at) {
        hub.playing = false;
        say("played");
    }
    if (hub.playing) {
        size_t i = 0;
        while (i + 1 < hub.count && hub.rows[i + 1].at <= hub.rows[0].at + offset)
            i++;
        axes = hub.rows[i].axis;
    }
    for (int i = 0; i < 3; i++) {
        double steps = (axes[i] + (axes == kind.rest ? noise() : 0)) * kind.steps;
        result.axis[i] = (int16_t)lround(fmax(-32767, fmin(32767, steps)));
    }
    return result;
}

static void send_event(const struct uhid_event *event)
{
    if (hub.device >= 0 && write(hub.device, event, sizeof *event) < 0)
        say("cannot write to /dev/uhid: %s", strerror(errno));
}

static void set_timer(void)
{
    uint32_t ms = hub.settings.interval_ms ? hub.settings.interval_ms : 1;
    struct itimerspec timer = {0};
    if (is_on()) {
        timer.it_interval = (struct timespec){ms / 1000, ms % 1000 * 1000000L};
        timer.it_value = timer.it_interval;
        hub.last_tick = now();
    }
    timerfd_settime(hub.timer, 0, &timer, NULL);
    say(is_on() ? "on %u ms" : "off %u ms", ms);
}

static void plug(void)
{
    struct descriptor d = {.length = 0};
    struct uhid_event event = {.type = UHID_CREATE2};
    if (hub.device >= 0)
        return;
    hub.device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (hub.device < 0) {
        say("cannot open /dev/uhid: %s", strerror(errno));
        exit(1);
    }
    hub.settings = (struct settings){REPORT_ID, REPORT_NOTHING, POWER_OFF, 10};
    describe(&d);
    snprintf((char *)event.u.create2.name, sizeof event.u.create2.name, "%s", kind.name);
    event.u.create2.bus = BUS_I2C;
    event.u.create2.vendor = 0x1209; // pid.codes, 0001 is for testing
    event.u.create2.product = 0x0001;
    event.u.create2.rd_size = (uint16_t)d.length;
    memcpy(event.u.create2.rd_data, d.bytes, d.length);
    send_event(&event);
    say("plugged");
}

static void unplug(void)
{
    struct uhid_event event = {.type = UHID_DESTROY};
    send_event(&event);
    if (hub.device >= 0)
        close(hub.device);
    hub.device = -1;
    set_timer();
    say("unplugged");
}

static void answer_get(const struct uhid_get_report_req *request)
{
    struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
    struct uhid_get_report_reply_req *reply = &event.u.get_report_reply;
    struct reading reading = reading_at(now());
    bool settings = request->rtype == UHID_FEATURE_REPORT;
    if (hub.silent)
        return;
    reply->id = request->id;
    reply->err = request->rnum == REPORT_ID ? 0 : EIO;
    reply->size = settings ? sizeof hub.settings : sizeof reading;
    memcpy(reply->data, settings ? (void *)&hub.settings : (void *)&reading, reply->size);
    send_event(&event);
}

static void answer_set(const struct uhid_set_report_req *request)
{
    struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
    bool valid = request->rnum == REPORT_ID && request->rtype == UHID_FEATURE_REPORT && request->size >= sizeof hub.settings;
    if (hub.silent)
        return;
    event.u.set_report_reply.id = request->id;
    event.u.set_report_reply.err = valid ? 0 : EIO;
    if (valid) {
        struct settings before = hub.settings;
        memcpy(&hub.settings, request->data, sizeof hub.settings);
        if (memcmp(&before, &hub.settings, sizeof before))
            set_timer();
    }
    send_event(&event);
}

static void read_device(void)
{
    struct uhid_event event;
    if (read(hub.device, &event, sizeof event) < (ssize_t)sizeof event.type)
        return;
    if (event.type == UHID_GET_REPORT)
        answer_get(&event.u.get_report);
    else if (event.type == UHID_SET_REPORT)
        answer_set(&event.u.set_report);
}

// A sensor with a queue: a report that is late is not lost.
static void report(void)
{
    uint64_t due = 0;
    if (read(hub.timer, &due, sizeof due) != sizeof due || !is_on())
        return;
    double interval = (double)(hub.settings.interval_ms ? hub.settings.interval_ms : 1) / 1000;
    for (uint64_t i = 0; i < due; i++) {
        struct uhid_event event = {.type = UHID_INPUT2};
        hub.last_tick += interval;
        struct reading reading = reading_at(hub.last_tick);
        event.u.input2.size = sizeof reading;
        memcpy(event.u.input2.data, &reading, sizeof reading);
        if (!hub.silent)
            send_event(&event);
    }
}

static void play(const char *path)
{
    char line[256];
    struct row row;
    FILE *file = fopen(path, "re");
    size_t count = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lf,%lf,%lf,%lf", &row.at, &row.axis[0], &row.axis[1], &row.axis[2]) != 4)
            continue;
        if (count % 1024 == 0 && !(hub.rows = realloc(hub.rows, (count + 1024) * sizeof row)))
            exit(1);
        hub.rows[count++] = row;
    }
    if (file)
        fclose(file);
    hub.count = count;
    hub.playing = count > 0;
    hub.played_from = now();
    say(count ? "playing %s" : "cannot play %s", path);
}

static bool obey(char *line)
{
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "plug"))
        plug();
    else if (!strcmp(line, "unplug"))
        unplug();
    else if (!strncmp(line, "play ", 5))
        play(line + 5);
    else if (!strcmp(line, "rest"))
        hub.playing = false, say("rest");
    else if (!strcmp(line, "hang") || !strcmp(line, "wake"))
        hub.silent = line[0] == 'h', say("%s", line);
    else if (!strcmp(line, "quit"))
        return false;
    else
        say("no such command: %s", line);
    return true;
}

int main(void)
{
    char line[4096];
    setvbuf(stdout, NULL, _IOLBF, 0);
    setvbuf(stdin, NULL, _IONBF, 0); // so that poll sees what fgets has not read
    hub.timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    for (;;) {
        struct pollfd fds[] = {{hub.device, POLLIN, 0}, {hub.timer, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        if (poll(fds, 3, -1) < 0 && errno != EINTR)
            return 1;
        if (fds[0].revents & POLLIN)
            read_device();
        if (fds[1].revents & POLLIN)
            report();
        if (fds[2].revents && (!fgets(line, sizeof line, stdin) || !obey(line)))
            break;
    }
    unplug();
    return 0;
}
